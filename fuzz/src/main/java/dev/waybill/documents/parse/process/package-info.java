/// Fuzz targets for parsers that only their package sees.
@NullMarked
package dev.waybill.documents.parse.process;

import org.jspecify.annotations.NullMarked;
