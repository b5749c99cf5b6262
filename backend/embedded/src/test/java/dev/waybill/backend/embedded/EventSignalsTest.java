package dev.waybill.backend.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.JobId;
import dev.waybill.conformance.Promise;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class EventSignalsTest {

  private static final JobId JOB = new JobId(1, 2);

  private final EventSignals signals = new EventSignals();

  @Test
  @Promise("V2")
  void a_job_that_nobody_watches_any_more_takes_no_memory() {
    CountDownLatch first = signals.next(JOB);
    CountDownLatch second = signals.next(JOB);
    signals.leave(JOB, first);
    assertThat(signals.size()).isEqualTo(1);
    signals.leave(JOB, second);
    assertThat(signals.size()).isZero();
  }

  @Test
  @Promise("V1")
  void whoever_leaves_does_not_take_the_signal_from_others() {
    CountDownLatch gone = signals.next(JOB);
    CountDownLatch waiting = signals.next(JOB);
    signals.leave(JOB, gone);
    signals.signal(JOB);
    assertThat(waiting.getCount()).isZero();
    CountDownLatch next = signals.next(JOB);
    signals.leave(JOB, waiting);
    signals.signal(JOB);
    assertThat(next.getCount()).isZero();
  }
}
