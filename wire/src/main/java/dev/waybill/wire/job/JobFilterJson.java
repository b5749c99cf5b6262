package dev.waybill.wire.job;

import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.TIME;
import static dev.waybill.wire.json.Codecs.words;

import dev.waybill.JobFilter;
import dev.waybill.JobText;
import dev.waybill.State;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import dev.waybill.wire.json.Values;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

public final class JobFilterJson {

  private static final Fields<JobFilter> FIELDS =
      Fields.of("JobFilter", "Selects jobs: a job must meet all conditions that are given.");
  private static final Slot.Maybe<String> QUEUE =
      FIELDS.optional("queue", TEXT, JobFilter::queue, "Jobs in this queue.");
  private static final Slot.Of<Set<State>> STATES =
      FIELDS.or(
          JobFilter.ALL.states(),
          "states",
          words(State.class),
          filter -> filter.states().equals(JobFilter.ALL.states()) ? null : filter.states(),
          "Jobs in one of these states.");
  private static final Slot.Maybe<String> TYPE =
      FIELDS.optional("type", TEXT, JobFilter::type, "Jobs of this type.");
  private static final Slot.Maybe<String> TAG =
      FIELDS.optional("tag", TEXT, JobFilter::tag, "Jobs with this tag.");
  private static final Map<JobText, Slot.Maybe<String>> TEXTS = texts();
  private static final Slot.Maybe<Instant> CREATED_FROM =
      FIELDS.optional(
          "created_from", TIME, JobFilter::createdFrom, "Jobs created at this time or later.");
  private static final Slot.Maybe<Instant> CREATED_BEFORE =
      FIELDS.optional(
          "created_before", TIME, JobFilter::createdBefore, "Jobs created before this time.");
  private static final Slot.Maybe<String> WORDS =
      FIELDS.optional("q", TEXT, JobFilter::words, "Jobs with all these words, as `q` of lists.");
  private static final Slot.Maybe<String> FAILURE_GROUP =
      FIELDS.optional(
          "failure_group",
          TEXT,
          JobFilter::failureGroup,
          "Failed and dead jobs of this `group` of failures.");

  public static final Document<JobFilter> DOCUMENT = FIELDS.make(JobFilterJson::filter);

  private JobFilterJson() {}

  private static Map<JobText, Slot.Maybe<String>> texts() {
    Map<JobText, Slot.Maybe<String>> slots = new EnumMap<>(JobText.class);
    for (JobText text : JobText.FILTERS) {
      String about = "With this " + text.label() + ".";
      slots.put(text, FIELDS.optional(text.field(), TEXT, filter -> filter.text(text), about));
    }
    return slots;
  }

  private static JobFilter filter(Values in) {
    JobFilter filter =
        JobFilter.ALL
            .withQueue(in.get(QUEUE))
            .withStates(in.get(STATES))
            .withType(in.get(TYPE))
            .withTag(in.get(TAG))
            .withCreated(in.get(CREATED_FROM), in.get(CREATED_BEFORE))
            .withWords(in.get(WORDS))
            .withFailureGroup(in.get(FAILURE_GROUP));
    for (Map.Entry<JobText, Slot.Maybe<String>> slot : TEXTS.entrySet()) {
      filter = filter.withText(slot.getKey(), in.get(slot.getValue()));
    }
    return filter;
  }
}
