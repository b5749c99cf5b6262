package dev.waybill.backend.support;

import dev.waybill.EventCursor;
import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.NewEvent;
import dev.waybill.backend.support.GuardedTable.Held;
import dev.waybill.backend.support.GuardedTable.Written;
import dev.waybill.backend.support.RecordChanging.Decision;
import dev.waybill.backend.support.RecordChanging.Wish;
import dev.waybill.base.Recent;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.EventsRead;
import dev.waybill.spi.EventsStored;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.LeaseKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The events of jobs, in batches. A write requires the revision of the job's last batch, so that
/// duplicates are detected with concurrent publishers.
final class EventLog {

  /// The last event of a job and the revision of its batch.
  private record Mark(EventCursor last, long revision) {}

  /// The start of the events after a cursor in the table.
  private record ReadUpTo(JobKey job, EventCursor after) {}

  private static final Mark NOTHING_YET = new Mark(EventCursor.START, 0);

  private final EventTable table;
  private final JobRecords records;
  private final Watches<JobId> watches;
  private final Following following;
  private final Supplier<Instant> now;
  private final Recent<JobKey, Mark> marks = new Recent<>(5_000);
  private final Recent<ReadUpTo, Long> positions = new Recent<>(5_000);

  EventLog(
      EventTable table,
      JobRecords records,
      Watches<JobId> watches,
      Following following,
      Supplier<Instant> now) {
    this.table = table;
    this.records = records;
    this.watches = watches;
    this.following = following;
    this.now = now;
  }

  EventsStored publish(LeaseKey lease, List<NewEvent> events) {
    if (!RecordChanging.all(records, List.of(new MayPublish(lease, now.get()))).getFirst()) {
      return new EventsStored.Lost();
    }
    int added = 0;
    for (List<NewEvent> chunk : EventCodec.chunks(events, table.batchBytes(lease.job()))) {
      added += append(lease, chunk);
    }
    watches.tell(lease.job().id());
    return new EventsStored.Events(added, events.size() - added);
  }

  /// Whether an attempt may publish: it must be running. Also marks the record as having events.
  private record MayPublish(LeaseKey lease, Instant now) implements Wish<Boolean> {

    @Override
    public JobKey job() {
      return lease.job();
    }

    @Override
    public Decision<Boolean> decide(@Nullable JobRecord current) {
      if (current == null || !current.job().isHeld(lease.attempt(), now)) {
        return new Decision<>(false, null);
      }
      return new Decision<>(true, current.hasEvents() ? null : current.withEvents());
    }
  }

  private int append(LeaseKey lease, List<NewEvent> events) {
    Mark mark = marks.find(lease.job()).orElseGet(() -> lastOf(lease.job()));
    while (true) {
      List<NewEvent> fresh = after(mark.last(), lease.attempt(), events);
      if (fresh.isEmpty()) {
        return 0;
      }
      byte[] body = EventCodec.write(lease.attempt(), fresh, now.get());
      if (table.append(lease.job(), mark.revision(), body) instanceof Written.At at) {
        EventCursor last = new EventCursor(lease.attempt(), fresh.getLast().sequence());
        marks.put(lease.job(), new Mark(last, at.revision()));
        return fresh.size();
      }
      mark = lastOf(lease.job());
    }
  }

  private static List<NewEvent> after(EventCursor last, int attempt, List<NewEvent> events) {
    List<NewEvent> fresh = new ArrayList<>();
    EventCursor latest = last;
    for (NewEvent event : events) {
      EventCursor at = new EventCursor(attempt, event.sequence());
      if (at.compareTo(latest) > 0) {
        fresh.add(event);
        latest = at;
      }
    }
    return fresh;
  }

  private Mark lastOf(JobKey job) {
    return table
        .last(job)
        .map(
            held ->
                new Mark(
                    EventCodec.read(job.id(), held.bytes()).getLast().cursor(), held.revision()))
        .orElse(NOTHING_YET);
  }

  EventsRead read(EventQuery query) {
    long end = System.nanoTime() + query.patience().toNanos();
    try (Watches<JobId>.Watch watch = watches.watch(query.job().id())) {
      while (true) {
        List<JobEvent> events = readNow(query);
        boolean finished = events.isEmpty() && hasFinished(query);
        if (finished) {
          List<JobEvent> last = readNow(query);
          return new EventsRead(last, last.isEmpty());
        }
        if (!events.isEmpty() || System.nanoTime() >= end) {
          return new EventsRead(events, false);
        }
        await(watch, end);
      }
    }
  }

  private void await(Watches<JobId>.Watch watch, long end) {
    try (Following.Waiting _ = following.await()) {
      watch.await(Math.max(1, end - System.nanoTime()));
    }
  }

  private boolean hasFinished(EventQuery query) {
    return records.read(query.job()).map(job -> job.record().state().isTerminal()).orElse(true);
  }

  private List<JobEvent> readNow(EventQuery query) {
    List<JobEvent> events = new ArrayList<>();
    long from = positions.find(new ReadUpTo(query.job(), query.after())).orElse(1L);
    while (events.size() < query.max()) {
      Optional<Held> held = table.next(query.job(), from);
      if (held.isEmpty()) {
        break;
      }
      boolean all = take(query, held.get(), events);
      from = held.get().revision() + (all ? 1 : 0);
    }
    if (!events.isEmpty()) {
      positions.put(new ReadUpTo(query.job(), events.getLast().cursor()), from);
    }
    return events;
  }

  /// Adds events of this batch; returns whether all of them were added.
  private static boolean take(EventQuery query, Held held, List<JobEvent> into) {
    for (JobEvent event : EventCodec.read(query.job().id(), held.bytes())) {
      if (event.cursor().compareTo(query.after()) > 0) {
        if (into.size() == query.max()) {
          return false;
        }
        into.add(event);
      }
    }
    return true;
  }
}
