/// Streams and pages of job events, in the formats of HTTP.
@NullMarked
package dev.waybill.server.http.stream;

import org.jspecify.annotations.NullMarked;
