package dev.waybill.rig.sim;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.rig.sim.oracle.BrokenPromise;

/// Checks that stored payloads and results are unchanged.
final class PayloadCheck {

  private PayloadCheck() {}

  /// Faults of the store are rethrown.
  static void check(World world, Job job) {
    try {
      boolean same =
          NumberedPayloads.is(Integer.parseInt(job.request().correlationId()), job.payload());
      BrokenPromise.unless(same, "E1", "the payload of %s is another one", job);
      Payload result = job.progress().result();
      BrokenPromise.unless(
          result == null || NumberedPayloads.isWhole(result),
          "E1",
          "the result of %s is damaged",
          job);
    } catch (WaybillException failed) {
      boolean lost = failed.code() == Code.NOT_FOUND || failed.code() == Code.CORRUPT;
      BrokenPromise.unless(
          !lost || world.trackedJobs.hasMovedOn(job), "E1", "%s: %s", job, failed.getMessage());
      throw failed;
    }
  }
}
