package dev.waybill.conformance.model;

import dev.waybill.EventCursor;
import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.NewEvent;
import dev.waybill.record.StoredJob;
import dev.waybill.spi.Draft;
import dev.waybill.spi.EventsStored;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;

/// One job of the model: its record and its events.
final class ModelJob {

  final Draft draft;

  /// Its number in the order of arrival.
  final long number;

  private final TreeMap<EventCursor, JobEvent> events = new TreeMap<>();
  private StoredJob stored;

  ModelJob(Draft draft, long number, Instant now) {
    this.draft = draft;
    this.number = number;
    this.stored = StoredJob.create(draft, now, number);
  }

  StoredJob stored() {
    return stored;
  }

  Job asOf(Instant now) {
    return stored.asOf(now);
  }

  boolean isWaiting() {
    return stored.state().isWaiting();
  }

  boolean hasEnded() {
    return stored.state().isTerminal();
  }

  Job lease(LeaseQuery query, Instant now) {
    stored = stored.leased(query, now);
    return asOf(now);
  }

  Duration extend(Duration leaseDuration, Instant now) {
    stored = stored.extended(leaseDuration, now);
    return stored.remaining(now);
  }

  /// Applies a step whose guard was checked.
  void apply(Step step, Instant now, long arrival) {
    stored = stored.applied(step, now, arrival);
  }

  EventsStored publish(int attempt, List<NewEvent> fresh, Instant now) {
    int added = 0;
    for (NewEvent event : fresh) {
      EventCursor at = new EventCursor(attempt, event.sequence());
      if (events.isEmpty() || events.lastKey().compareTo(at) < 0) {
        events.put(at, stored(attempt, event, now));
        added++;
      }
    }
    return new EventsStored.Events(added, fresh.size() - added);
  }

  List<JobEvent> eventsAfter(EventCursor after, int max) {
    return events.tailMap(after, false).values().stream().limit(max).toList();
  }

  void forgetEvents() {
    events.clear();
  }

  private JobEvent stored(int attempt, NewEvent event, Instant now) {
    Instant at = event.at() == null ? now : event.at();
    return new JobEvent(
        draft.key().id(), attempt, event.sequence(), event.type(), at, event.data());
  }
}
