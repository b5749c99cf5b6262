/// Fuzz targets for parsers that only their package sees.
@NullMarked
package dev.waybill.documents.embed;

import org.jspecify.annotations.NullMarked;
