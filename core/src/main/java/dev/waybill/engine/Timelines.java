package dev.waybill.engine;

import dev.waybill.Attempt;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.Limits;
import dev.waybill.Page;
import dev.waybill.Timeline;
import dev.waybill.Timeline.Entry;
import dev.waybill.Timeline.Kind;
import dev.waybill.Waybill;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Tells what belongs to one correlation id: the schedule and the event that began it, the jobs
/// that came of it, and how their attempts ended.
final class Timelines {

  private static final Comparator<Entry> IN_ORDER =
      Comparator.comparing(Entry::at).thenComparing(Entry::kind);

  private final Waybill waybill;
  private final Function<Job, List<Entry>> more;

  /// @param more what services know of a job beyond what the store does
  Timelines(Waybill waybill, Function<Job, List<Entry>> more) {
    this.waybill = waybill;
    this.more = more;
  }

  Timeline of(String correlationId) {
    Page<Job> jobs =
        waybill.list(
            JobFilter.ALL.correlationId(correlationId), new Page.Request(Limits.PAGE_SIZE, null));
    Set<Entry> entries = new LinkedHashSet<>();
    jobs.items().reversed().forEach(job -> tell(job, entries));
    return new Timeline(entries.stream().sorted(IN_ORDER).toList(), jobs.nextCursor() == null);
  }

  private void tell(Job job, Set<Entry> entries) {
    Instant at = job.createdAt();
    tagged(job, "schedule:")
        .ifPresent(name -> entries.add(new Entry(at, Kind.SCHEDULE, fired(job, name), null)));
    tagged(job, "topic:")
        .ifPresent(topic -> entries.add(new Entry(at, Kind.EVENT, published(job, topic), null)));
    entries.add(new Entry(at, Kind.JOB, made(job), job.id()));
    waybill.attempts(job.id()).forEach(attempt -> entries.addAll(told(job, attempt)));
    entries.addAll(more.apply(job));
    if (job.state().isTerminal()) {
      String text = "job of queue " + job.queue() + " is " + word(job.state());
      entries.add(new Entry(job.progress().updatedAt(), Kind.END, text, job.id()));
    }
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

  private static List<Entry> told(Job job, Attempt attempt) {
    List<Entry> entries = new ArrayList<>();
    String number = "attempt " + attempt.number();
    entries.add(
        new Entry(
            attempt.startedAt(),
            Kind.ATTEMPT,
            number + " began at worker " + attempt.worker(),
            job.id()));
    Instant ended = attempt.endedAt();
    Attempt.Ending ending = attempt.ending();
    if (ended != null && ending != null) {
      String why = attempt.failure() == null ? "" : ": " + attempt.failure().message();
      entries.add(
          new Entry(ended, Kind.ATTEMPT, number + " ended as " + word(ending) + why, job.id()));
    }
    return entries;
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
