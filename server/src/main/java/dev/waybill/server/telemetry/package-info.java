/// Metrics, traces and logs of a server.
@NullMarked
package dev.waybill.server.telemetry;

import org.jspecify.annotations.NullMarked;
