package dev.waybill.worker;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.State;
import dev.waybill.conformance.model.ModelBackend;
import dev.waybill.engine.Engine;
import dev.waybill.settings.Settings;
import java.time.Duration;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/// Base class: a worker on an engine with the in-memory model, and helper methods.
@Timeout(180)
abstract class WorkerTest {

  static final Duration SHORT = Duration.ofMillis(300);

  final Engine engine =
      new Engine(
          new ModelBackend(Settings.DEFAULT),
          Settings.DEFAULT.withMaintenanceEvery(Duration.ofMillis(20)),
          new Random(1));

  final FaultySource source = new FaultySource(engine);

  @AfterEach
  void closeEngine() {
    engine.close();
  }

  WorkerBuilder worker() {
    return Worker.builder(source).patience(Duration.ofMillis(20)).grace(Duration.ofSeconds(10));
  }

  JobId enqueue(NewJob.Builder job) {
    return engine.enqueue(job.build()).id();
  }

  JobId enqueue(String payload) {
    return enqueue(NewJob.builder("type").payload(payload));
  }

  Job find(JobId id) {
    return engine.find(id).orElseThrow();
  }

  void awaitState(JobId id, State state) {
    eventually(() -> assertThat(find(id).state()).isEqualTo(state));
  }

  Failure failure(JobId id) {
    return Objects.requireNonNull(find(id).progress().failure());
  }

  static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).as("waited long enough").isTrue();
    } catch (InterruptedException interrupted) {
      throw new AssertionError("interrupted while waiting", interrupted);
    }
  }

  static void uninterruptibly(CountDownLatch latch) {
    boolean over = false;
    while (!over) {
      try {
        latch.await();
        over = true;
      } catch (InterruptedException ignored) {
        // like handlers that ignore interrupts
      }
    }
  }
}
