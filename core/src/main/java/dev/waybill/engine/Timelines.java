package dev.waybill.engine;

import dev.waybill.Attempt;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.Page;
import dev.waybill.Timeline;
import dev.waybill.Timeline.Entry;
import dev.waybill.Timeline.Kind;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.service.TimelineSubject;
import dev.waybill.settings.Limits;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Builds the timeline of a correlation ID, a job or a message: the schedule and the event that
/// started it, its jobs, and how their attempts ended.
final class Timelines {

  /// A stable order: entries with the same time and phase stay in the order they were added.
  private static final Comparator<Entry> IN_ORDER =
      Comparator.comparing(Entry::at).thenComparingInt(Timelines::phase);

  private final Waybill waybill;
  private final Function<Job, List<Entry>> more;
  private final Function<String, Optional<TimelineSubject>> subjects;

  /// @param more entries that services add about a job
  /// @param subjects what services know by an ID
  Timelines(
      Waybill waybill,
      Function<Job, List<Entry>> more,
      Function<String, Optional<TimelineSubject>> subjects) {
    this.waybill = waybill;
    this.more = more;
    this.subjects = subjects;
  }

  /// @param id a correlation ID, or the ID of a job or of a subject
  Timeline of(String id) {
    Timeline correlated = correlated(id);
    return correlated.entries().isEmpty()
        ? subjects.apply(id).map(this::of).or(() -> ofJob(id)).orElse(correlated)
        : correlated;
  }

  /// A subject may be known for longer than its jobs.
  private Timeline of(TimelineSubject subject) {
    Timeline correlated = correlated(subject.correlationId());
    return correlated.entries().isEmpty() ? new Timeline(subject.entries(), true) : correlated;
  }

  private Optional<Timeline> ofJob(String id) {
    return jobId(id)
        .flatMap(waybill::find)
        .map(
            job -> {
              String correlationId = job.request().correlationId();
              return correlationId == null ? alone(job) : correlated(correlationId);
            });
  }

  private static Optional<JobId> jobId(String text) {
    try {
      return Optional.of(JobId.parse(text));
    } catch (WaybillException somethingElse) {
      return Optional.empty();
    }
  }

  private Timeline alone(Job job) {
    Set<Entry> entries = new LinkedHashSet<>();
    addEntries(job, entries);
    return new Timeline(entries.stream().sorted(IN_ORDER).toList(), true);
  }

  private Timeline correlated(String correlationId) {
    Page<Job> jobs =
        waybill.list(
            JobFilter.ALL.withCorrelationId(correlationId),
            new Page.Request(Limits.PAGE_SIZE, null));
    Set<Entry> entries = new LinkedHashSet<>();
    jobs.items().reversed().forEach(job -> addEntries(job, entries));
    return new Timeline(entries.stream().sorted(IN_ORDER).toList(), jobs.nextCursor() == null);
  }

  private void addEntries(Job job, Set<Entry> entries) {
    Instant at = job.createdAt();
    Deque<Entry> known = new ArrayDeque<>(more.apply(job));
    Instant began =
        known.isEmpty() || known.getFirst().at().isAfter(at) ? at : known.getFirst().at();
    tagged(job, "schedule:")
        .ifPresent(name -> entries.add(new Entry(began, Kind.SCHEDULE, fired(job, name), null)));
    tagged(job, "topic:")
        .ifPresent(topic -> entries.add(new Entry(at, Kind.EVENT, published(job, topic), null)));
    entries.add(new Entry(at, Kind.JOB, made(job), job.id()));
    for (Attempt attempt : waybill.attempts(job.id())) {
      addEntries(job, attempt, known, entries);
    }
    entries.addAll(known);
    if (job.state().isTerminal()) {
      String text = "job of queue " + job.queue() + " is " + word(job.state());
      entries.add(new Entry(job.progress().updatedAt(), Kind.END, text, job.id()));
    }
  }

  /// Adds the other entries of an attempt before its end if they happened before its end.
  private static void addEntries(Job job, Attempt attempt, Deque<Entry> known, Set<Entry> entries) {
    String number = "attempt " + attempt.number();
    String begin = number + " started on worker " + attempt.worker();
    entries.add(new Entry(attempt.startedAt(), Kind.ATTEMPT, begin, job.id()));
    Instant ended = attempt.endedAt();
    Attempt.Ending ending = attempt.ending();
    if (ended == null || ending == null) {
      return;
    }
    while (!known.isEmpty() && !known.getFirst().at().isAfter(ended)) {
      entries.add(known.removeFirst());
    }
    String why = attempt.failure() == null ? "" : ": " + attempt.failure().message();
    entries.add(
        new Entry(ended, Kind.ATTEMPT, number + " ended as " + word(ending) + why, job.id()));
  }

  /// Causes come before effects.
  private static int phase(Entry entry) {
    return switch (entry.kind()) {
      case SCHEDULE -> 0;
      case MESSAGE -> entry.job() == null ? 1 : 4;
      case EVENT -> 2;
      case JOB -> 3;
      case ATTEMPT, END -> 4;
    };
  }

  private static String fired(Job job, String schedule) {
    return tagged(job, "slot:")
        .map(slot -> "schedule " + schedule + " fired its slot " + slot)
        .orElse("schedule " + schedule + " was run");
  }

  private static String published(Job job, String topic) {
    return "event "
        + tagged(job, "event:").orElse("")
        + " of type "
        + job.type()
        + " was published to topic "
        + topic;
  }

  private static String made(Job job) {
    String origin =
        tagged(job, "subscription:").map(name -> " for subscription " + name).orElse("");
    return "job of type " + job.type() + " entered queue " + job.queue() + origin;
  }

  private static Optional<String> tagged(Job job, String prefix) {
    return job.tags().stream()
        .filter(tag -> tag.startsWith(prefix))
        .map(tag -> tag.substring(prefix.length()))
        .findFirst();
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
