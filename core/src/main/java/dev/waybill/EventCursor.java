package dev.waybill;

/// A place between two events of one job: everything up to and including this one has been seen.
public record EventCursor(int attempt, long sequence) implements Comparable<EventCursor> {

  public static final EventCursor START = new EventCursor(0, -1);

  @Override
  public int compareTo(EventCursor other) {
    int byAttempt = Integer.compare(attempt, other.attempt);
    return byAttempt != 0 ? byAttempt : Long.compare(sequence, other.sequence);
  }
}
