/// Readers for each type of file. They run in the parser process.
@NullMarked
package dev.waybill.documents.parse.format;

import org.jspecify.annotations.NullMarked;
