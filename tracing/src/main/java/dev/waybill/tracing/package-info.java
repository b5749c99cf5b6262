/// Traces of jobs across processes, by the OpenTelemetry API alone: whoever runs the program
/// chooses where they go.
@NullMarked
package dev.waybill.tracing;

import org.jspecify.annotations.NullMarked;
