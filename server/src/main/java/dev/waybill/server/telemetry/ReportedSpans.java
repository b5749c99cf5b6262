package dev.waybill.server.telemetry;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;

/// An exporter that reports failures to [ExportFailures].
record ReportedSpans(SpanExporter exporter, ExportFailures failures) implements SpanExporter {

  @Override
  public CompletableResultCode export(Collection<SpanData> spans) {
    return failures.watch(exporter.export(spans));
  }

  @Override
  public CompletableResultCode flush() {
    return exporter.flush();
  }

  @Override
  public CompletableResultCode shutdown() {
    return exporter.shutdown();
  }
}
