package dev.waybill.wire.job;

import static dev.waybill.wire.json.Codecs.SPAN;
import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.TIME;
import static dev.waybill.wire.json.Codecs.collection;
import static dev.waybill.wire.json.Codecs.word;

import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.settings.Limits;
import dev.waybill.wire.json.Codec;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.JsonIn;
import dev.waybill.wire.json.ListJson;
import dev.waybill.wire.json.Slot;
import dev.waybill.wire.json.Values;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

public final class NewJobJson {

  static final Codec<Set<String>> TAGS_CODEC = collection(TEXT, Limits.TAGS, TreeSet::new);

  private static final Fields<NewJob> FIELDS = Fields.of("NewJob", "A job to enqueue.");
  private static final Slot.Of<String> TYPE =
      FIELDS.text("type", NewJob::type, "Type of the job; workers choose a handler by it.");
  private static final Slot.Of<String> QUEUE =
      FIELDS.or(
          NewJob.DEFAULT_QUEUE,
          "queue",
          TEXT,
          NewJob::queue,
          "Queue of the job; default `default`.");
  private static final Slot.Maybe<Payload> PAYLOAD =
      FIELDS.payload(
          "payload",
          job -> job.payload().size() == 0 ? null : job.payload(),
          "Any JSON value, stored byte for byte.",
          "Any bytes; not together with `payload`.");
  private static final Slot.Of<Priority> PRIORITY =
      FIELDS.or(
          Priority.NORMAL,
          "priority",
          word(Priority.class),
          NewJob::priority,
          "Priority of the job; default `normal`.");
  private static final JobTextFields TEXTS = new JobTextFields(FIELDS, Function.identity());
  private static final Slot.Of<Set<String>> TAGS =
      FIELDS.or(
          Set.of(),
          "tags",
          TAGS_CODEC,
          job -> job.tags().isEmpty() ? null : job.tags(),
          "Up to 32 tags.");
  private static final Slot.Of<Duration> DELAY =
      FIELDS.or(
          Duration.ZERO,
          "delay",
          SPAN,
          job -> job.delay().isZero() ? null : job.delay(),
          "Time to wait before the job may start.");
  private static final Slot.Maybe<Instant> RUN_AT =
      FIELDS.optional(
          "run_at", TIME, NewJob::runAt, "Earliest time to start; not together with `delay`.");
  private static final Slot.Maybe<Instant> DEADLINE =
      FIELDS.optional(
          "deadline", TIME, NewJob::deadline, "The job does not start after this time.");
  private static final Slot.Maybe<Duration> TIMEOUT =
      FIELDS.optional("timeout", SPAN, NewJob::timeout, "How long one attempt may run.");
  private static final Slot.Maybe<RetryPolicy> RETRY =
      FIELDS.optional(
          "retry",
          RetryPolicyJson.DOCUMENT,
          NewJob::retry,
          "Retry policy of this job; default is that of its queue.");

  public static final Document<NewJob> DOCUMENT = FIELDS.make(in -> builder(in).build());

  public static final Document<List<NewJob>> LIST =
      ListJson.of(
          "NewJobs", "Jobs to enqueue, up to 10,000.", "jobs", DOCUMENT, Limits.JOBS_PER_CALL);

  private NewJobJson() {}

  /// A job to enqueue, for the caller to complete.
  public static NewJob.Builder builder(byte[] json) {
    return JsonIn.read(json, in -> DOCUMENT.read(in, NewJobJson::builder));
  }

  private static NewJob.Builder builder(Values in) {
    NewJob.Builder job =
        NewJob.builder(in.get(TYPE))
            .queue(in.get(QUEUE))
            .payload(in.get(PAYLOAD, Payload.empty()))
            .priority(in.get(PRIORITY))
            .tags(in.get(TAGS))
            .delay(in.get(DELAY))
            .runAt(in.get(RUN_AT))
            .deadline(in.get(DEADLINE))
            .timeout(in.get(TIMEOUT))
            .retry(in.get(RETRY));
    return TEXTS.read(in, job);
  }
}
