/// Reads HTTP answers from connections.
@NullMarked
package dev.waybill.wire.http;

import org.jspecify.annotations.NullMarked;
