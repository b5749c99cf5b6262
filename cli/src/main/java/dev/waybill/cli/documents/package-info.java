/// The commands for documents.
@NullMarked
package dev.waybill.cli.documents;

import org.jspecify.annotations.NullMarked;
