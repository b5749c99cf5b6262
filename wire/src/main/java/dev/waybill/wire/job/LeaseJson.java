package dev.waybill.wire.job;

import static dev.waybill.wire.json.Codecs.SPAN;
import static dev.waybill.wire.json.Codecs.TOKEN;

import dev.waybill.Job;
import dev.waybill.Lease;
import dev.waybill.TaskToken;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.ListJson;
import dev.waybill.wire.json.Slot;
import java.time.Duration;
import java.util.List;

public final class LeaseJson {

  private static final Fields<Lease> FIELDS = Fields.of("Lease", "One job, leased to one worker.");
  private static final Slot.Of<TaskToken> LEASE =
      FIELDS.required("token", TOKEN, Lease::token, "Token of this attempt; keep it secret.");
  private static final Slot.Of<Duration> LEASE_DURATION =
      FIELDS.required(
          "lease_duration", SPAN, Lease::leaseDuration, "How long the lease lasts from now.");
  private static final Slot.Of<Job> JOB =
      FIELDS.required("job", JobJson.DOCUMENT, Lease::job, "The job.");

  public static final Document<Lease> DOCUMENT =
      FIELDS.make(in -> new Lease(in.get(JOB), in.get(LEASE), in.get(LEASE_DURATION)));

  public static final Document<List<Lease>> LIST =
      ListJson.of("Leases", "Leased jobs.", "leases", DOCUMENT, Integer.MAX_VALUE);

  private LeaseJson() {}
}
