package dev.waybill.server.telemetry;

import io.opentelemetry.exporter.prometheus.PrometheusMetricReader;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// All metrics in the Prometheus formats.
public final class MetricsPage {

  private static final ExpositionFormatWriter TEXT = PrometheusTextFormatWriter.create();
  private static final ExpositionFormatWriter OPEN_METRICS = OpenMetricsTextFormatWriter.create();

  /// A format of the page.
  public enum Format {
    TEXT,
    OPEN_METRICS;

    /// OpenMetrics if the caller accepts it, otherwise the text format.
    ///
    /// @param accept the `Accept` header
    public static Format accepted(String accept) {
      return OPEN_METRICS.writer().accepts(accept) ? OPEN_METRICS : TEXT;
    }

    public String mediaType() {
      return writer().getContentType();
    }

    private ExpositionFormatWriter writer() {
      return switch (this) {
        case TEXT -> MetricsPage.TEXT;
        case OPEN_METRICS -> MetricsPage.OPEN_METRICS;
      };
    }
  }

  private final PrometheusMetricReader reader;

  MetricsPage(PrometheusMetricReader reader) {
    this.reader = reader;
  }

  public String text(Format format) {
    ByteArrayOutputStream page = new ByteArrayOutputStream(16 * 1024);
    try {
      format.writer().write(page, reader.collect(), EscapingScheme.UNDERSCORE_ESCAPING);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return page.toString(StandardCharsets.UTF_8);
  }
}
