package dev.waybill.conformance.model;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.waybill.conformance.Promise;
import dev.waybill.conformance.RandomOperations;
import dev.waybill.conformance.job.JobStoreGroup;
import dev.waybill.settings.Settings;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Random operations on a backend and on the model: both must answer the same.
///
/// The system property `waybill.seed` selects another run.
public abstract class ModelComparison extends JobStoreGroup {

  private static final int FEW = 80;

  public abstract int steps();

  @Override
  public Settings settings() {
    return super.settings().withMaxLiveJobs(FEW);
  }

  @Test
  @Promise({"E1", "E2", "L1", "L2", "L3", "L4", "L5", "S1", "S2", "S3", "V1", "D1", "T1"})
  void random_operations_are_answered_as_the_model_answers_them() {
    assumeTrue(clockCanJump(), "the model needs the very times of the backend");
    long seed = Long.getLong("waybill.seed", 1);
    ModelStore model = new ModelStore(settings().withClock(fixture.clock()));
    RandomOperations operations = new RandomOperations(fixture, model, new Random(seed));
    for (int step = 1; step <= steps(); step++) {
      try {
        operations.next();
      } catch (AssertionError | RuntimeException differs) {
        throw new AssertionError(
            "differs from the model at step %d; repeat with -Dwaybill.seed=%d: %s%n%s"
                .formatted(step, seed, operations.latest(), differs.getMessage()),
            differs);
      }
    }
  }
}
