package dev.waybill.server.http;

import dev.waybill.Code;
import dev.waybill.EventCursor;
import dev.waybill.JobEvent;
import dev.waybill.Text;
import dev.waybill.WaybillException;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Which events of a job are asked for.
///
/// @param after the place to begin after: the header `Last-Event-ID` or the cursor, but not before
///     `from_attempt` and `from_sequence`
record EventSelection(EventCursor after, Instant fromTime, List<String> types) {

  private static final Pattern PLACE = Pattern.compile("(\\d{1,9})\\.(\\d{1,18})");

  static EventSelection of(Call call) {
    EventCursor after =
        call.header("Last-Event-ID")
            .filter(id -> !id.isEmpty())
            .or(() -> call.query().text("cursor"))
            .map(EventSelection::place)
            .orElse(EventCursor.START);
    EventCursor from =
        EventCursor.from(
            call.query().whole("from_attempt", 1), call.query().number("from_sequence").orElse(0L));
    return new EventSelection(
        after.orLater(from),
        call.query().time("from_timestamp").orElse(Instant.MIN),
        call.query().texts("type"));
  }

  /// Whether every event after the place is taken, as most readers want it.
  boolean takesAll() {
    return fromTime.equals(Instant.MIN) && types.isEmpty();
  }

  boolean takes(JobEvent event) {
    return !event.at().isBefore(fromTime) && (types.isEmpty() || types.contains(event.type()));
  }

  static String text(EventCursor cursor) {
    return cursor.attempt() + "." + cursor.sequence();
  }

  private static EventCursor place(String text) {
    Matcher place = PLACE.matcher(text);
    if (!place.matches()) {
      throw new WaybillException(
          Code.INVALID_CURSOR,
          "a place among events is attempt.sequence, such as 1.42; it is " + Text.quote(text));
    }
    return new EventCursor(Integer.parseInt(place.group(1)), Long.parseLong(place.group(2)));
  }
}
