package dev.waybill.server.telemetry;

import io.opentelemetry.exporter.prometheus.PrometheusMetricReader;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// All numbers as Prometheus reads them.
public final class MetricsPage {

  public static final String MEDIA_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

  private final PrometheusMetricReader reader;
  private final PrometheusTextFormatWriter writer = PrometheusTextFormatWriter.create();

  MetricsPage(PrometheusMetricReader reader) {
    this.reader = reader;
  }

  public String text() {
    ByteArrayOutputStream page = new ByteArrayOutputStream(16 * 1024);
    try {
      writer.write(page, reader.collect(), EscapingScheme.UNDERSCORE_ESCAPING);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return page.toString(StandardCharsets.UTF_8);
  }
}
