/// Calls of the HTTP API: one call with its retries, its answer and its errors.
@NullMarked
package dev.waybill.client.call;

import org.jspecify.annotations.NullMarked;
