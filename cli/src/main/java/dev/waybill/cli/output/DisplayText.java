package dev.waybill.cli.output;

import dev.waybill.Capabilities;
import dev.waybill.Capabilities.Durability;
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

/// Values as people read them.
public final class DisplayText {

  private static final int SHOWN = 200;

  private static final Pattern ISO_DURATION =
      Pattern.compile("\\bP(?:\\d+D)?T(?:\\d+H)?(?:\\d+M)?(?:[\\d.]+S)?(?=[\\s;,.)]|$)");

  private DisplayText() {}

  public static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /// What a store can do, in one line.
  public static String capabilities(Capabilities can) {
    return durability(can.durability())
        + "; ordering "
        + lower(can.ordering())
        + ", listing by "
        + lower(can.listing())
        + (can.has(Capabilities.Feature.SHARED) ? ", for several servers" : ", for one server");
  }

  public static String ordering(Ordering ordering) {
    return switch (ordering) {
      case STRICT -> "strict: the oldest job of the highest priority is leased first";
      case BEST_EFFORT -> "best effort: two servers that lease at once may swap neighbors";
    };
  }

  public static String listing(Listing listing) {
    return switch (listing) {
      case ANY_FILTER -> "any filter";
      case BY_QUEUE -> "by queue and state only";
    };
  }

  /// What an answer is worth.
  public static String durability(Durability durability) {
    return switch (durability) {
      case MEMORY -> "in memory only: nothing survives the servers";
      case PROCESS -> "which outlives processes, but perhaps not a power cut";
      case POWER_CUT -> "synced to disk before every answer";
    };
  }

  /// A message with durations in the short form instead of ISO 8601.
  static String readable(String message) {
    return ISO_DURATION
        .matcher(message)
        .replaceAll(
            found -> Durations.parse(found.group()).map(Durations::text).orElse(found.group()));
  }

  /// A number of things: `1 error`, `2 errors`, `1 crash`, `2 crashes`.
  public static String count(long number, String one, String many) {
    return number + " " + (number == 1 ? one : many);
  }

  public static String time(@Nullable Instant instant) {
    return instant == null ? "-" : instant.truncatedTo(ChronoUnit.MILLIS).toString();
  }

  /// The two largest units, such as `3d 4h` or `12m 5s`; what is short as `2.4s` or `420ms`.
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

  /// How long ago something was; the clocks of two machines may differ a little.
  public static String since(Instant time, Instant now) {
    return time.isAfter(now) ? "0s" : age(Duration.between(time, now));
  }

  public static String failure(@Nullable Failure failure) {
    return failure == null ? "-" : failure.errorClass() + ": " + failure.message();
  }

  /// The beginning of the payload where it is text, otherwise its size.
  public static String payload(@Nullable Payload payload) {
    if (payload == null || payload.size() == 0) {
      return "-";
    }
    return text(payload)
        .map(text -> Text.storable(text, SHOWN))
        .orElse(payload.size() + " bytes, not text");
  }

  /// The payload as text, where it is valid UTF-8.
  public static Optional<String> text(Payload payload) {
    return Utf8.decode(payload.bytesWithoutCopy());
  }
}
