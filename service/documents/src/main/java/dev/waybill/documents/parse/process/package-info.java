/// Runs the readers of files in processes of their own, with limits.
@NullMarked
package dev.waybill.documents.parse.process;

import org.jspecify.annotations.NullMarked;
