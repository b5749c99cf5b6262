package dev.waybill.wire.job;

import static dev.waybill.wire.json.Codecs.JOB_ID;
import static dev.waybill.wire.json.Codecs.SPAN;
import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.TIME;
import static dev.waybill.wire.json.Codecs.word;

import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Json;
import dev.waybill.wire.json.PageJson;
import dev.waybill.wire.json.Slot;
import dev.waybill.wire.json.Values;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

public final class JobJson {

  private static final Fields<Job> FIELDS = Fields.of("Job", "A job and its current state.");
  private static final Slot.Of<JobId> ID = FIELDS.required("id", JOB_ID, Job::id, "A UUIDv7.");
  private static final Slot.Of<String> TENANT =
      FIELDS.text("tenant", Job::tenant, "Tenant of the job.");
  private static final Slot.Of<String> QUEUE =
      FIELDS.text("queue", Job::queue, "Queue of the job.");
  private static final Slot.Of<String> TYPE = FIELDS.text("type", Job::type, "Type of the job.");
  private static final Slot.Of<State> STATE =
      FIELDS.required("state", word(State.class), job -> job.progress().state(), "Its state.");
  private static final Slot.Of<Priority> PRIORITY =
      FIELDS.required("priority", word(Priority.class), Job::priority, "Its priority.");
  private static final Slot.Count ATTEMPT =
      FIELDS.count(
          "attempt",
          job -> job.progress().attempt(),
          "Number of the current or next lease; only grows.");
  private static final Slot.Count GENERATION =
      FIELDS.count(
          "generation",
          job -> job.progress().generation(),
          "How often it was retried or redriven after it finished.");
  private static final Slot.Count ERRORS =
      FIELDS.count("errors", job -> job.progress().errors(), "Failed attempts of this generation.");
  private static final Slot.Count CRASHES =
      FIELDS.count(
          "crashes", job -> job.progress().crashes(), "Expired leases of this generation.");
  private static final Slot.Flag CANCEL_REQUESTED =
      FIELDS.flag(
          "cancel_requested",
          job -> job.progress().cancelRequested(),
          "Whether its worker was asked to stop it.");
  private static final Slot.Of<Instant> CREATED_AT =
      FIELDS.required("created_at", TIME, Job::createdAt, "When it was accepted.");
  private static final Slot.Of<Instant> RUN_AT =
      FIELDS.required("run_at", TIME, job -> job.progress().runAt(), "Earliest time to start.");
  private static final Slot.Of<Instant> UPDATED_AT =
      FIELDS.required(
          "updated_at", TIME, job -> job.progress().updatedAt(), "When it last changed.");
  private static final Slot.Maybe<String> WORKER =
      FIELDS.optional(
          "worker",
          TEXT,
          job -> job.progress().worker(),
          "Worker that has leased it, while running.");
  private static final Slot.Maybe<Instant> LEASE_UNTIL =
      FIELDS.optional(
          "lease_until",
          TIME,
          job -> job.progress().leaseUntil(),
          "When the lease expires, while running.");
  private static final Slot.Maybe<Instant> REQUESTED_RUN_AT =
      FIELDS.optional(
          "requested_run_at", TIME, job -> job.request().runAt(), "The requested `run_at`.");
  private static final Slot.Of<Duration> DELAY =
      FIELDS.or(
          Duration.ZERO,
          "delay",
          SPAN,
          job -> job.request().delay().isZero() ? null : job.request().delay(),
          "The requested delay.");
  private static final Slot.Maybe<Instant> DEADLINE =
      FIELDS.optional(
          "deadline",
          TIME,
          job -> job.request().deadline(),
          "The job does not start after this time.");
  private static final Slot.Maybe<Duration> TIMEOUT =
      FIELDS.optional(
          "timeout", SPAN, job -> job.request().timeout(), "How long one attempt may run.");
  private static final JobTextFields TEXTS = new JobTextFields(FIELDS, Job::request);
  private static final Slot.Of<Set<String>> TAGS =
      FIELDS.required("tags", NewJobJson.TAGS_CODEC, job -> job.request().tags(), "Its tags.");
  private static final Slot.Maybe<RetryPolicy> RETRY =
      FIELDS.optional(
          "retry", RetryPolicyJson.DOCUMENT, job -> job.request().retry(), "Its retry policy.");
  private static final Slot.Maybe<Payload> PAYLOAD =
      FIELDS.payload(
          "payload",
          job -> job.payload().size() == 0 ? null : job.payload(),
          "Its payload, if that is JSON.",
          "Its payload, otherwise.");
  private static final Slot.Maybe<Payload> RESULT =
      FIELDS.payload(
          "result",
          job -> job.progress().result(),
          "Its result, if that is JSON.",
          "Its result, otherwise.");
  private static final Slot.Maybe<Failure> FAILURE =
      FIELDS.optional(
          "failure", FailureJson.DOCUMENT, job -> job.progress().failure(), "The last error.");

  public static final Document<Job> DOCUMENT =
      FIELDS.make(
          in -> new Job(in.get(ID), in.get(TENANT), in.get(CREATED_AT), request(in), progress(in)));

  public static final Document<Page<Job>> PAGE = PageJson.searched(DOCUMENT);

  private JobJson() {}

  private static NewJob request(Values in) {
    NewJob.Builder job =
        NewJob.builder(in.get(TYPE))
            .queue(in.get(QUEUE))
            .payload(in.get(PAYLOAD, Payload.empty()))
            .priority(in.get(PRIORITY))
            .tags(in.get(TAGS))
            .delay(in.get(DELAY))
            .runAt(in.get(REQUESTED_RUN_AT))
            .deadline(in.get(DEADLINE))
            .timeout(in.get(TIMEOUT))
            .retry(in.get(RETRY));
    return TEXTS.read(in, job).build();
  }

  private static Job.Progress progress(Values in) {
    return Job.Progress.builder()
        .state(in.get(STATE))
        .attempt(in.get(ATTEMPT))
        .generation(in.get(GENERATION))
        .errors(in.get(ERRORS))
        .crashes(in.get(CRASHES))
        .runAt(in.get(RUN_AT))
        .updatedAt(in.get(UPDATED_AT))
        .cancelRequested(in.get(CANCEL_REQUESTED))
        .worker(in.get(WORKER))
        .leaseUntil(in.get(LEASE_UNTIL))
        .result(in.get(RESULT))
        .failure(in.get(FAILURE))
        .build();
  }

  /// Whether a payload or result is shown as JSON.
  public static boolean isJson(Payload payload) {
    return Json.isValue(payload.bytesWithoutCopy());
  }
}
