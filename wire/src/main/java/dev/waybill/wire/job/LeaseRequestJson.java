package dev.waybill.wire.job;

import static dev.waybill.wire.json.Codecs.COUNT;
import static dev.waybill.wire.json.Codecs.SPAN;

import dev.waybill.LeaseRequest;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.time.Duration;

public final class LeaseRequestJson {

  private static final Fields<LeaseRequest> FIELDS =
      Fields.of("LeaseRequest", "A worker's request for jobs.");
  private static final Slot.Of<String> QUEUE =
      FIELDS.text("queue", LeaseRequest::queue, "The queue to lease from.");
  private static final Slot.Of<String> WORKER =
      FIELDS.text(
          "worker",
          LeaseRequest::worker,
          "Name of the worker; use a different one for each process and start.");
  private static final Slot.Of<Integer> MAX =
      FIELDS.or(
          1, "max", COUNT, LeaseRequest::max, "Maximum number of jobs, 1 to 1000; default 1.");
  private static final Slot.Maybe<Duration> LEASE_DURATION =
      FIELDS.optional(
          "lease_duration",
          SPAN,
          LeaseRequest::leaseDuration,
          "How long each lease lasts unless extended; default is that of the queue, else PT30S.");
  private static final Slot.Of<Duration> WAIT =
      FIELDS.or(
          Duration.ZERO,
          "wait",
          SPAN,
          LeaseRequest::patience,
          "How long to wait while the queue is empty, up to PT1M; default PT0S.");

  public static final Document<LeaseRequest> DOCUMENT =
      FIELDS.make(
          in ->
              new LeaseRequest(
                  in.get(QUEUE),
                  in.get(WORKER),
                  in.get(MAX),
                  in.get(LEASE_DURATION),
                  in.get(WAIT)));

  private LeaseRequestJson() {}
}
