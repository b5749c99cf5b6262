package dev.waybill.backend.embedded;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.backend.embedded.history.Projector;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobQuery;
import dev.waybill.spi.QueueKey;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The log stores jobs several times as fast as the history.
class HistoryLagTest {

  private static final int BULK = 1_000;
  private static final Payload PAYLOAD = Payload.of(new byte[300]);

  /// The growth of the lag by one round of the writer.
  private static final long ONE_ROUND = 8 << 20;

  @Test
  void the_history_keeps_up_with_a_fast_load() {
    try (EmbeddedFixture fixture = new EmbeddedFixture(Settings.DEFAULT)) {
      Projector projector = fixture.backend().projector();
      long most = 400;
      for (int i = 0; i < most; i++) {
        fixture.backend().jobs().append(drafts(i));
        assertThat(projector.behindBytes()).isLessThan(Projector.MOST_BEHIND + ONE_ROUND);
      }
      assertThat(fixture.backend().jobs().stats(new QueueKey("t", "default")).waiting())
          .isEqualTo(most * BULK);
    }
  }

  @Test
  void after_a_burst_a_reader_sees_all_jobs_at_once_and_the_history_catches_up_soon() {
    try (EmbeddedFixture fixture = new EmbeddedFixture(Settings.DEFAULT)) {
      Projector projector = fixture.backend().projector();
      for (int i = 0; i < 20; i++) {
        fixture.backend().jobs().append(drafts(i));
      }
      JobQuery newest = new JobQuery("t", JobFilter.ALL, 1, null);
      assertThat(fixture.backend().jobs().browse(newest).items()).hasSize(1);
      assertThat(projector.behindBytes()).isZero();
      fixture.backend().jobs().append(drafts(20));
      eventually(() -> assertThat(projector.behindBytes()).isZero());
    }
  }

  private static List<Draft> drafts(long call) {
    return IntStream.range(0, BULK)
        .mapToObj(n -> new JobKey("t", new JobId(7L << 12, call * BULK + n)))
        .map(key -> new Draft(key, NewJob.of("small", PAYLOAD), null))
        .toList();
  }
}
