package dev.waybill.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewJob;
import dev.waybill.WaybillException;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.model.ModelBackend;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;

/// An engine on the model, with helper methods for its tests.
abstract class EngineTest {

  static final LeaseRequest REQUEST = LeaseRequest.of("default", "worker-1").withMax(100);

  final ManualClock clock = new ManualClock();
  final Settings settings = configure(Settings.DEFAULT).withClock(clock).withMaintenanceEvery(null);
  final ModelBackend backend = new ModelBackend(settings);
  final Interposed interposed = new Interposed(backend);
  final Engine engine = engine(interposed.backend());

  Settings configure(Settings defaults) {
    return defaults;
  }

  Engine engine(Backend over) {
    return new Engine(over, settings, new Random(1));
  }

  @AfterEach
  void close() {
    engine.close();
  }

  JobId enqueue(NewJob.Builder job) {
    return engine.enqueue(job.build()).id();
  }

  JobId enqueue() {
    return enqueue(NewJob.builder("type"));
  }

  Lease lease() {
    return leaseAll().getFirst();
  }

  List<Lease> leaseAll() {
    return engine.lease(REQUEST);
  }

  Job find(JobId id) {
    return engine.find(id).orElseThrow();
  }

  void elapse(Duration time) {
    clock.advance(time);
    engine.tick();
  }

  static void assertThrows(Code code, ThrowingCallable call) {
    WaybillException thrown = Assertions.catchThrowableOfType(WaybillException.class, call);
    assertThat(thrown).as("nothing was thrown").isNotNull();
    assertThat(thrown.code()).isEqualTo(code);
  }
}
