package dev.waybill;

import dev.waybill.base.Text;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A position in the events of one job: this event and all events before it have been read.
public record EventCursor(int attempt, long sequence) implements Comparable<EventCursor> {

  public static final EventCursor START = new EventCursor(0, -1);

  private static final Pattern FORM = Pattern.compile("(\\d{1,9})\\.(\\d{1,18})");

  /// The position from which to read one attempt, beginning with a sequence. Events of later
  /// attempts follow from their first.
  public static EventCursor from(int attempt, long sequence) {
    if (attempt < 0 || sequence < 0) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "from_attempt and from_sequence must be 0 or more; they are "
              + attempt
              + " and "
              + sequence);
    }
    return new EventCursor(Math.max(1, attempt), sequence - 1);
  }

  /// Reads a position in the format of [#wire].
  public static EventCursor parse(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      throw new WaybillException(
          Code.INVALID_CURSOR,
          "an event cursor has the form attempt.sequence, such as 1.42; it is " + Text.quote(text));
    }
    return new EventCursor(Integer.parseInt(parts.group(1)), Long.parseLong(parts.group(2)));
  }

  public String wire() {
    return attempt + "." + sequence;
  }

  /// The later of two positions.
  public EventCursor orLater(EventCursor other) {
    return compareTo(other) >= 0 ? this : other;
  }

  @Override
  public int compareTo(EventCursor other) {
    int byAttempt = Integer.compare(attempt, other.attempt);
    return byAttempt != 0 ? byAttempt : Long.compare(sequence, other.sequence);
  }
}
