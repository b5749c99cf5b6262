package dev.waybill.worker;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.model.ModelBackend;
import dev.waybill.engine.Engine;
import dev.waybill.settings.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class UnknownTypesTest {

  private final Settings settings =
      Settings.DEFAULT.withClock(new ManualClock()).withMaintenanceEvery(Duration.ofMillis(20));
  private final Engine engine = new Engine(new ModelBackend(settings), settings, new Random(1));

  @AfterEach
  void close() {
    engine.close();
  }

  @Test
  void a_job_of_an_unknown_type_is_released_without_using_up_an_attempt() {
    JobId id = enqueue(NewJob.builder("other").retry(RetryPolicy.never()));
    try (Worker _ = worker().handle("type", _ -> Outcome.done()).start()) {
      awaitState(id, State.SCHEDULED);
    }
    assertThat(find(id).progress().errors()).isZero();
    assertThat(find(id).progress().crashes()).isZero();
    try (Worker _ = worker().handle("other", _ -> Outcome.done()).start()) {
      engine.retry(id);
      awaitState(id, State.COMPLETED);
    }
  }

  @Test
  void its_delay_grows_up_to_five_minutes() {
    JobId id = enqueue(NewJob.builder("other").retry(RetryPolicy.never()));
    List<Long> seconds = new ArrayList<>();
    try (Worker _ = worker().handle("type", _ -> Outcome.done()).start()) {
      for (int attempt = 1; attempt <= 11; attempt++) {
        awaitGivenBack(id, attempt);
        Job.Progress progress = find(id).progress();
        seconds.add(Duration.between(progress.updatedAt(), progress.runAt()).toSeconds());
        engine.retry(id);
      }
    }
    assertThat(seconds).containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 64L, 128L, 256L, 300L, 300L);
  }

  @Test
  void one_warning_names_the_worker_and_the_type() {
    List<String> warnings = new CopyOnWriteArrayList<>();
    Handler handler = collecting(warnings);
    Logger logger = Logger.getLogger(UnknownTypes.class.getName());
    logger.addHandler(handler);
    try (Worker worker = worker().handle("type", _ -> Outcome.done()).start()) {
      List<JobId> ids =
          IntStream.range(0, 20).mapToObj(_ -> enqueue(NewJob.builder("other"))).toList();
      ids.forEach(id -> awaitGivenBack(id, 1));
      assertThat(warnings)
          .filteredOn(text -> text.contains(worker.name()))
          .singleElement()
          .satisfies(text -> assertThat(text).contains("other", "[type]"));
    } finally {
      logger.removeHandler(handler);
    }
  }

  private WorkerBuilder worker() {
    return Worker.builder(engine).patience(Duration.ofMillis(20));
  }

  private JobId enqueue(NewJob.Builder job) {
    return engine.enqueue(job.build()).id();
  }

  private Job find(JobId id) {
    return engine.find(id).orElseThrow();
  }

  private void awaitState(JobId id, State state) {
    eventually(() -> assertThat(find(id).state()).isEqualTo(state));
  }

  private void awaitGivenBack(JobId id, int attempt) {
    eventually(
        () -> {
          assertThat(find(id).attempt()).as("the next one").isEqualTo(attempt + 1);
          assertThat(find(id).state()).isEqualTo(State.SCHEDULED);
        });
  }

  private static Handler collecting(List<String> into) {
    return new Handler() {
      @Override
      public void publish(LogRecord entry) {
        into.add(new SimpleFormatter().formatMessage(entry));
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }
}
