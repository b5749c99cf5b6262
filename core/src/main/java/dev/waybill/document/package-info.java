/// Documents: files of a session that are parsed, split into chunks, embedded and found.
@NullMarked
package dev.waybill.document;

import org.jspecify.annotations.NullMarked;
