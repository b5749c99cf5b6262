/// Reads the settings of the document service.
@NullMarked
package dev.waybill.documents.settings;

import org.jspecify.annotations.NullMarked;
