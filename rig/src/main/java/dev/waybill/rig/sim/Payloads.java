package dev.waybill.rig.sim;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.Payload;
import dev.waybill.WaybillException;

/// Whether the bytes that come back are those that were given.
final class Payloads {

  private Payloads() {}

  /// Faults of the store are passed on.
  static void check(World world, Job job) {
    try {
      boolean same = Bodies.is(Integer.parseInt(job.request().correlationId()), job.payload());
      BrokenPromise.unless(same, "E1", "the payload of %s is another one", job);
      Payload result = job.progress().result();
      BrokenPromise.unless(
          result == null || Bodies.isWhole(result), "E1", "the result of %s is damaged", job);
    } catch (WaybillException failed) {
      boolean lost = failed.code() == Code.NOT_FOUND || failed.code() == Code.CORRUPT;
      BrokenPromise.unless(
          !lost || world.book.hasMovedOn(job), "E1", "%s: %s", job, failed.getMessage());
      throw failed;
    }
  }
}
