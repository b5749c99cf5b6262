package dev.waybill.server.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.QueueStats;
import dev.waybill.conformance.model.ModelBackend;
import dev.waybill.settings.Settings;
import dev.waybill.spi.ForwardingJobStore;
import dev.waybill.spi.JobStore;
import io.opentelemetry.exporter.prometheus.PrometheusMetricReader;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class QueueGaugesTest {

  private final AtomicInteger looks = new AtomicInteger();
  private final AtomicLong now = new AtomicLong();
  private final PrometheusMetricReader reader = PrometheusMetricReader.create();
  private final MetricsPage page = new MetricsPage(reader);
  private final SdkMeterProvider meters =
      SdkMeterProvider.builder().registerMetricReader(reader).build();
  private final QueueGauges gauges =
      new QueueGauges(new Instruments(meters.get("test")), new QueueLabels(), now::get);

  @Test
  void many_scrapes_cause_one_read_in_a_few_seconds() {
    gauges.watch(counting());
    for (int i = 0; i < 5; i++) {
      assertThat(page.text(MetricsPage.Format.TEXT)).contains("queue=\"mails\"");
    }
    assertThat(looks).hasValue(1);
    now.addAndGet(Duration.ofSeconds(3).toNanos());
    page.text(MetricsPage.Format.TEXT);
    assertThat(looks).hasValue(2);
  }

  @Test
  void a_store_that_is_being_closed_is_not_read() {
    gauges.watch(counting());
    gauges.stop();
    assertThat(page.text(MetricsPage.Format.TEXT)).doesNotContain("queue=");
    assertThat(looks).hasValue(0);
  }

  private JobStore counting() {
    return new ForwardingJobStore(new ModelBackend(Settings.DEFAULT).jobs()) {
      @Override
      public List<QueueStats> stats(String tenant) {
        looks.incrementAndGet();
        return List.of(
            new QueueStats(
                "mails", false, new QueueStats.Counts(1, 0, 0, 0), Duration.ofSeconds(2)));
      }
    };
  }
}
