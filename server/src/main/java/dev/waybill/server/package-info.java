/// The server process: combines store, HTTP and gRPC.
@NullMarked
package dev.waybill.server;

import org.jspecify.annotations.NullMarked;
