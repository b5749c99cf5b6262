package dev.waybill.server.activity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.NewJob;
import dev.waybill.Waybill;
import dev.waybill.conformance.ManualClock;
import dev.waybill.engine.EngineOpener;
import dev.waybill.insight.Series;
import dev.waybill.insight.SeriesPoint;
import dev.waybill.insight.SeriesQuery;
import dev.waybill.insight.SeriesStep;
import dev.waybill.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Figures over time that survive a restart, on the embedded store.
final class SeriesFileTest {

  private static final Instant START = Instant.parse("2030-03-29T12:00:00Z");

  @TempDir Path folder;
  private final ManualClock clock = new ManualClock();

  @BeforeEach
  void begin() {
    clock.set(START);
  }

  @Test
  void figures_of_an_earlier_process_are_counted_together_with_new_ones() {
    Series before = during(waybill -> enqueue(waybill, 3));
    assertThat(enqueued(before)).isEqualTo(3);
    clock.set(START.plusSeconds(5));
    Series sameStep = during(waybill -> enqueue(waybill, 2));
    assertThat(enqueued(sameStep)).isEqualTo(5);
    assertThat(sameStep.queues().getFirst().queue()).isEqualTo("mails");
    assertThat(sameStep.total()).hasSize(1);
    clock.set(START.plus(Duration.ofMinutes(10)));
    Series later = during(waybill -> enqueue(waybill, 1));
    assertThat(enqueued(later)).isEqualTo(6);
    assertThat(later.from()).isEqualTo(START);
    assertThat(later.total()).hasSize(61);
  }

  @Test
  void figures_that_are_too_old_are_left_out() {
    during(waybill -> enqueue(waybill, 3));
    clock.set(START.plus(Duration.ofMinutes(31)));
    assertThat(enqueued(during(waybill -> enqueue(waybill, 1)))).isEqualTo(1);
  }

  @Test
  void a_file_that_cannot_be_read_is_replaced() throws IOException {
    during(waybill -> enqueue(waybill, 3));
    Files.writeString(folder.resolve("series.json"), "{\"broken\":");
    assertThat(enqueued(during(waybill -> enqueue(waybill, 2)))).isEqualTo(2);
    assertThat(enqueued(during(_ -> {}))).isEqualTo(2);
  }

  /// The points every 10 seconds at the end of a process in which this was done.
  private Series during(Consumer<Waybill> deed) {
    Settings settings = Settings.DEFAULT.withClock(clock).withMaintenanceEvery(null);
    WatchedBackend backend =
        new WatchedBackend(EngineOpener.backend(folder.resolve("data").toUri(), settings), clock);
    try (Waybill waybill = EngineOpener.over(backend, settings);
        SeriesFile _ = SeriesFile.open(backend, folder)) {
      deed.accept(waybill);
      return backend
          .activity()
          .series(
              Waybill.DEFAULT_TENANT,
              new SeriesQuery(List.of(), SeriesStep.TEN_SECONDS, null, null));
    }
  }

  private static void enqueue(Waybill waybill, int count) {
    for (int i = 0; i < count; i++) {
      var _ = waybill.enqueue(NewJob.builder("send").queue("mails").build());
    }
  }

  private static long enqueued(Series series) {
    return series.total().stream().map(SeriesPoint::flow).mapToLong(flow -> flow.enqueued()).sum();
  }
}
