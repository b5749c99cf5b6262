package dev.waybill;

import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Selects jobs; every condition that is set must hold.
///
/// @param texts required values of [JobText#FILTERS]
/// @param words words in the job's type, tags, texts, error and payload, and `key=value` for fields
///     of JSON payloads
/// @param failureGroup the group of a [dev.waybill.insight.FailureGroup]
public record JobFilter(
    @Nullable String queue,
    Set<State> states,
    @Nullable String type,
    @Nullable String tag,
    Map<JobText, String> texts,
    @Nullable Instant createdFrom,
    @Nullable Instant createdBefore,
    @Nullable String words,
    @Nullable String failureGroup) {

  public static final JobFilter ALL = new Fields().value();

  public JobFilter {
    states = states.isEmpty() ? Set.of() : Set.copyOf(states);
    texts = texts.isEmpty() ? Map.of() : Collections.unmodifiableMap(new EnumMap<>(texts));
  }

  /// Whether a job matches, apart from its tenant, from words and from its failure.
  public boolean matches(NewJob job, State state, Instant createdAt) {
    return states.contains(state)
        && isAnyOr(queue, job.queue())
        && isAnyOr(type, job.type())
        && (tag == null || job.tags().contains(tag))
        && hasTexts(job)
        && (createdFrom == null || !createdAt.isBefore(createdFrom))
        && (createdBefore == null || createdAt.isBefore(createdBefore));
  }

  private static boolean isAnyOr(@Nullable String wanted, @Nullable String actual) {
    return wanted == null || wanted.equals(actual);
  }

  private boolean hasTexts(NewJob job) {
    for (Map.Entry<JobText, String> wanted : texts.entrySet()) {
      if (!wanted.getValue().equals(wanted.getKey().of(job))) {
        return false;
      }
    }
    return true;
  }

  /// The required value of this text, or null if any value matches.
  public @Nullable String text(JobText text) {
    return texts.get(text);
  }

  public JobFilter withQueue(@Nullable String name) {
    return with(fields -> fields.queue = name);
  }

  public JobFilter withStates(State first, State... more) {
    return withStates(EnumSet.of(first, more));
  }

  public JobFilter withStates(Set<State> any) {
    return with(fields -> fields.states = any);
  }

  public JobFilter withType(@Nullable String name) {
    return with(fields -> fields.type = name);
  }

  public JobFilter withTag(@Nullable String name) {
    return with(fields -> fields.tag = name);
  }

  /// @param value null for any
  public JobFilter withText(JobText text, @Nullable String value) {
    if (!JobText.FILTERS.contains(text)) {
      throw new IllegalArgumentException("jobs cannot be filtered by " + text.label());
    }
    Map<JobText, String> changed = new EnumMap<>(JobText.class);
    changed.putAll(texts);
    changed.compute(text, (_, _) -> value);
    return with(fields -> fields.texts = changed);
  }

  public JobFilter withCorrelationId(@Nullable String id) {
    return withText(JobText.CORRELATION_ID, id);
  }

  /// The job that was enqueued with this request ID; at most one matches.
  public JobFilter withRequestId(@Nullable String id) {
    return withText(JobText.REQUEST_ID, id);
  }

  public JobFilter withKey(@Nullable String key) {
    return withText(JobText.KEY, key);
  }

  /// Jobs created at `from` or later, and before `before`.
  public JobFilter withCreated(@Nullable Instant from, @Nullable Instant before) {
    return with(
        fields -> {
          fields.createdFrom = from;
          fields.createdBefore = before;
        });
  }

  /// All words must occur; `"in quotes"` as a phrase, `wor*` as a prefix.
  public JobFilter withWords(@Nullable String text) {
    return with(fields -> fields.words = text);
  }

  /// Failed and dead jobs with the same error.
  public JobFilter withFailureGroup(@Nullable String group) {
    return with(fields -> fields.failureGroup = group);
  }

  private JobFilter with(Consumer<Fields> change) {
    Fields fields = new Fields(this);
    change.accept(fields);
    return fields.value();
  }

  /// The mutable fields of a copy.
  private static final class Fields {
    private @Nullable String queue;
    private Set<State> states = EnumSet.allOf(State.class);
    private @Nullable String type;
    private @Nullable String tag;
    private Map<JobText, String> texts = Map.of();
    private @Nullable Instant createdFrom;
    private @Nullable Instant createdBefore;
    private @Nullable String words;
    private @Nullable String failureGroup;

    private Fields() {}

    private Fields(JobFilter of) {
      queue = of.queue;
      states = of.states;
      type = of.type;
      tag = of.tag;
      texts = of.texts;
      createdFrom = of.createdFrom;
      createdBefore = of.createdBefore;
      words = of.words;
      failureGroup = of.failureGroup;
    }

    private JobFilter value() {
      return new JobFilter(
          queue, states, type, tag, texts, createdFrom, createdBefore, words, failureGroup);
    }
  }
}
