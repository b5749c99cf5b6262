/// The JSON documents of the document service.
@NullMarked
package dev.waybill.wire.document;

import org.jspecify.annotations.NullMarked;
