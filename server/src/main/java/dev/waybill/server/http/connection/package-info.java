/// Connections: limits, bodies, exchanges, waiting calls and streams.
@NullMarked
package dev.waybill.server.http.connection;

import org.jspecify.annotations.NullMarked;
