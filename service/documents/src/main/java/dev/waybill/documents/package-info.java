/// Documents: files that are parsed, split into chunks, embedded and found.
@NullMarked
package dev.waybill.documents;

import org.jspecify.annotations.NullMarked;
