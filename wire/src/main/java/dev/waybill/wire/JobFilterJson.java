package dev.waybill.wire;

import static dev.waybill.wire.Codecs.TEXT;
import static dev.waybill.wire.Codecs.TIME;
import static dev.waybill.wire.Codecs.words;

import dev.waybill.JobFilter;
import dev.waybill.State;
import java.time.Instant;
import java.util.Set;

public final class JobFilterJson {

  private static final Fields<JobFilter> FIELDS =
      Fields.of("JobFilter", "Selects jobs: a job must meet all conditions that are given.");
  private static final Slot.Maybe<String> QUEUE =
      FIELDS.optional("queue", TEXT, JobFilter::queue, "In this queue.");
  private static final Slot.Of<Set<State>> STATES =
      FIELDS.or(
          JobFilter.ALL.states(),
          "states",
          words(State.class),
          filter -> filter.states().equals(JobFilter.ALL.states()) ? null : filter.states(),
          "In one of these states.");
  private static final Slot.Maybe<String> TYPE =
      FIELDS.optional("type", TEXT, JobFilter::type, "Of this type.");
  private static final Slot.Maybe<String> TAG =
      FIELDS.optional("tag", TEXT, JobFilter::tag, "With this tag.");
  private static final Slot.Maybe<String> CORRELATION_ID =
      FIELDS.optional(
          "correlation_id", TEXT, JobFilter::correlationId, "With this correlation ID.");
  private static final Slot.Maybe<String> REQUEST_ID =
      FIELDS.optional(
          "request_id", TEXT, JobFilter::requestId, "The job enqueued with this request ID.");
  private static final Slot.Maybe<Instant> CREATED_FROM =
      FIELDS.optional(
          "created_from", TIME, JobFilter::createdFrom, "Created at this time or later.");
  private static final Slot.Maybe<Instant> CREATED_BEFORE =
      FIELDS.optional(
          "created_before", TIME, JobFilter::createdBefore, "Created before this time.");

  public static final Document<JobFilter> DOCUMENT =
      FIELDS.make(
          in ->
              new JobFilter(
                  in.get(QUEUE),
                  in.get(STATES),
                  in.get(TYPE),
                  in.get(TAG),
                  in.get(CORRELATION_ID),
                  in.get(REQUEST_ID),
                  in.get(CREATED_FROM),
                  in.get(CREATED_BEFORE)));

  private JobFilterJson() {}
}
