package dev.waybill.cli.output;

import dev.waybill.Capabilities;
import dev.waybill.Capabilities.Durability;
import dev.waybill.Capabilities.Feature;
import dev.waybill.Capabilities.Listing;
import dev.waybill.Capabilities.Ordering;
import dev.waybill.Failure;
import dev.waybill.Payload;
import dev.waybill.base.Durations;
import dev.waybill.base.Text;
import dev.waybill.bytes.Utf8;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Formats values for people.
public final class DisplayText {

  private static final int SHOWN = 200;

  private static final Pattern ISO_DURATION =
      Pattern.compile("\\bP(?:\\d+D)?T(?:\\d+H)?(?:\\d+M)?(?:[\\d.]+S)?(?=[\\s;,.)]|$)");

  private DisplayText() {}

  public static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /// The capabilities of a store in one line.
  public static String capabilities(Capabilities can) {
    return durability(can.durability())
        + "; ordering "
        + lower(can.ordering())
        + ", listing by "
        + lower(can.listing())
        + (can.has(Feature.SHARED) ? ", for several servers" : ", for one server")
        + (can.has(Feature.ATOMIC_FAN_OUT) ? ", atomic fan-out" : ", no atomic fan-out")
        + (can.has(Feature.SEARCH) ? ", job search" : ", no job search");
  }

  public static String ordering(Ordering ordering) {
    return switch (ordering) {
      case STRICT -> "strict (highest priority first, then oldest job)";
      case BEST_EFFORT ->
          "best effort (two servers that lease at the same time may swap adjacent jobs)";
    };
  }

  public static String listing(Listing listing) {
    return switch (listing) {
      case ANY_FILTER -> "any filter";
      case BY_QUEUE -> "by queue and state only";
    };
  }

  /// The durability of an acknowledged write.
  public static String durability(Durability durability) {
    return switch (durability) {
      case MEMORY -> "in memory only; lost when the servers stop";
      case PROCESS -> "survives a process crash, but not necessarily a power cut";
      case POWER_CUT -> "synced to disk before every response";
    };
  }

  /// A message with durations such as `5m` instead of ISO 8601.
  static String readable(String message) {
    return ISO_DURATION
        .matcher(message)
        .replaceAll(
            found -> Durations.parse(found.group()).map(Durations::text).orElse(found.group()));
  }

  /// A number with its noun: `1 error`, `2 errors`, `1 crash`, `2 crashes`.
  public static String count(long number, String one, String many) {
    return number + " " + (number == 1 ? one : many);
  }

  public static String time(@Nullable Instant instant) {
    return instant == null ? "-" : instant.truncatedTo(ChronoUnit.MILLIS).toString();
  }

  /// The two largest units, such as `3d 4h` or `12m 5s`; short durations as `2.4s` or `420ms`.
  public static String age(Duration age) {
    if (age.toSeconds() == 0) {
      return age.toMillis() + "ms";
    }
    if (age.toSeconds() < 10) {
      return String.format(Locale.ROOT, "%.1fs", (double) age.toMillis() / 1000);
    }
    if (age.toDays() > 0) {
      return age.toDays() + "d " + age.toHoursPart() + "h";
    }
    if (age.toHours() > 0) {
      return age.toHours() + "h " + age.toMinutesPart() + "m";
    }
    return age.toMinutes() > 0
        ? age.toMinutes() + "m " + age.toSecondsPart() + "s"
        : age.toSeconds() + "s";
  }

  /// The time since `time`, at least 0: the clocks of two machines may differ a little.
  public static String since(Instant time, Instant now) {
    return time.isAfter(now) ? "0s" : age(Duration.between(time, now));
  }

  public static String failure(@Nullable Failure failure) {
    return failure == null ? "-" : failure.errorClass() + ": " + failure.message();
  }

  /// The beginning of the payload if it is text, otherwise its size.
  public static String payload(@Nullable Payload payload) {
    if (payload == null || payload.size() == 0) {
      return "-";
    }
    return text(payload)
        .map(text -> Text.storable(text, SHOWN))
        .orElse(payload.size() + " bytes, not text");
  }

  /// The payload as text if it is valid UTF-8.
  public static Optional<String> text(Payload payload) {
    return Utf8.decode(payload.bytesWithoutCopy());
  }
}
