package dev.waybill.engine.feed;

import dev.waybill.EventCursor;
import dev.waybill.JobEvent;
import java.util.ArrayList;
import java.util.List;

/// The latest events of one job: all that the store has between two positions, up to a limit. The
/// oldest are dropped first.
public final class RecentEvents {

  public static final int EVENTS = 4_096;
  public static final int BYTES = 1024 * 1024;

  private static final int OBJECT_BYTES = 256;

  private final ArrayList<JobEvent> events = new ArrayList<>();
  private EventCursor floor = EventCursor.START;
  private EventCursor end = EventCursor.START;
  private int bytes;

  /// The position after which all events are available here.
  EventCursor floor() {
    return floor;
  }

  /// The position of the latest known event, which may have been dropped.
  EventCursor end() {
    return end;
  }

  int bytes() {
    return bytes;
  }

  /// Adds events that were read from the store: all events between `from` and the last of them.
  void add(EventCursor from, List<JobEvent> read) {
    if (from.compareTo(floor) < 0) {
      return;
    }
    if (from.compareTo(end) > 0) {
      forget();
      floor = from;
    }
    for (JobEvent event : read) {
      if (event.cursor().compareTo(end) > 0) {
        events.add(event);
        bytes += weight(event);
      }
    }
    end = later(end, read.getLast().cursor());
    trim();
  }

  /// Some events after a position that is not before the floor.
  List<JobEvent> after(EventCursor cursor, int max) {
    int first = indexAfter(cursor);
    return List.copyOf(events.subList(first, Math.min(events.size(), first + max)));
  }

  /// Drops all events, but keeps the end.
  void forget() {
    events.clear();
    floor = end;
    bytes = 0;
  }

  public static int weight(JobEvent event) {
    return OBJECT_BYTES + event.type().length() + Math.toIntExact(event.data().size());
  }

  private void trim() {
    int surplus = 0;
    while (events.size() - surplus > EVENTS || bytes > BYTES) {
      bytes -= weight(events.get(surplus));
      surplus++;
    }
    if (surplus > 0) {
      floor = events.get(surplus - 1).cursor();
      events.subList(0, surplus).clear();
    }
  }

  private int indexAfter(EventCursor cursor) {
    int low = 0;
    int high = events.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (events.get(middle).cursor().compareTo(cursor) > 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private static EventCursor later(EventCursor one, EventCursor other) {
    return one.compareTo(other) < 0 ? other : one;
  }
}
