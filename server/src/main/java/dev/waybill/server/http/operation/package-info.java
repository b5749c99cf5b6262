/// Bulk operations that run in the background.
@NullMarked
package dev.waybill.server.http.operation;

import org.jspecify.annotations.NullMarked;
