/// Reads files: finds their type by content, and turns them into blocks in a process of its own.
@NullMarked
package dev.waybill.documents.parse;

import org.jspecify.annotations.NullMarked;
