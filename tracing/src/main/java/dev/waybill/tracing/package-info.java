/// Traces jobs across processes. Depends only on the OpenTelemetry API; the application chooses the
/// exporter.
@NullMarked
package dev.waybill.tracing;

import org.jspecify.annotations.NullMarked;
