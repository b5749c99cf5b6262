package dev.waybill.conformance.job;

import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.conformance.ManualClock;
import dev.waybill.spi.Draft;
import dev.waybill.spi.Draft.Fingerprint;
import dev.waybill.spi.JobKey;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/// Creates drafts as an engine would: with UUIDv7 IDs, and a fingerprint if there is a request ID.
public final class Drafts {

  private static final AtomicLong NEXT = new AtomicLong(ManualClock.START.toEpochMilli());

  private Drafts() {}

  public static Draft draft(String tenant, NewJob job) {
    return new Draft(
        new JobKey(tenant, nextId()), job, job.requestId() == null ? null : fingerprint(job));
  }

  /// IDs grow in the order of creation, and never repeat on a shared server.
  public static JobId nextId() {
    UUID random = UUID.randomUUID();
    long version = 0x7000 | (random.getMostSignificantBits() & 0xFFF);
    return new JobId(NEXT.getAndIncrement() << 16 | version, random.getLeastSignificantBits());
  }

  /// A tenant that no other test uses.
  public static String freshTenant() {
    return "t-" + UUID.randomUUID();
  }

  private static Fingerprint fingerprint(NewJob job) {
    return new Fingerprint(job.hashCode(), job.payload().size());
  }
}
