package dev.waybill.backend.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.NewJob;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Draft;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class JobCapacityTest {

  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

  private final JobView view = new JobView();

  @Test
  void jobs_are_refused_before_they_take_more_memory_than_allowed() {
    JobCapacity capacity = new JobCapacity(view, Settings.DEFAULT, 10 * ViewRow.USUAL_BYTES);
    assertThat(capacity.most()).isEqualTo(10);
    hold(9);
    assertThat(capacity.reserve(drafts(1))).isNull();
    assertThat(capacity.reserve(drafts(1))).isEqualTo(new Appended.Full(10));
    capacity.release(drafts(1));
    assertThat(capacity.reserve(drafts(1))).isNull();
  }

  @Test
  void long_texts_count() {
    view.put(versioned(NewJob.builder("demo").key("k".repeat(100)).tags("a", "b").build()));
    assertThat(view.bytes()).isGreaterThan(ViewRow.USUAL_BYTES + 200);
    view.clear();
    assertThat(view.bytes()).isZero();
  }

  @Test
  void the_configured_number_of_jobs_is_the_limit_where_memory_suffices() {
    JobCapacity capacity = new JobCapacity(view, Settings.DEFAULT.withMaxLiveJobs(3), 1L << 30);
    hold(3);
    assertThat(capacity.reserve(drafts(1))).isEqualTo(new Appended.Full(3));
  }

  @Test
  void a_warning_comes_once_at_eighty_percent() {
    JobCapacity capacity = new JobCapacity(view, Settings.DEFAULT.withMaxLiveJobs(10), 1L << 30);
    List<LogRecord> logged = new ArrayList<>();
    Logger logger = Logger.getLogger(JobCapacity.class.getName());
    Handler handler = collecting(logged);
    logger.addHandler(handler);
    try {
      hold(7);
      assertThat(capacity.reserve(drafts(1))).isNull();
      assertThat(logged).isEmpty();
      assertThat(capacity.reserve(drafts(1))).isNull();
      assertThat(capacity.reserve(drafts(1))).isNull();
      assertThat(logged)
          .singleElement()
          .extracting(LogRecord::getMessage)
          .asString()
          .contains("nearly full");
    } finally {
      logger.removeHandler(handler);
    }
  }

  private static Handler collecting(List<LogRecord> logged) {
    return new Handler() {
      @Override
      public void publish(LogRecord entry) {
        logged.add(entry);
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }

  private void hold(int jobs) {
    for (int n = 0; n < jobs; n++) {
      view.put(versioned(NewJob.of("demo", "x")));
    }
  }

  private static Versioned versioned(NewJob job) {
    return new Versioned(JobRecord.create(Drafts.draft("acme", job), NOW, 1).stamped(), 1);
  }

  private static List<Draft> drafts(int count) {
    return IntStream.range(0, count)
        .mapToObj(_ -> Drafts.draft("acme", NewJob.of("demo", "x")))
        .toList();
  }
}
