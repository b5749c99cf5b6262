package dev.waybill.spi;

import dev.waybill.base.Durations;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A configuration setting.
///
/// @param name its name in the file, such as `server.port`
/// @param standard the default; null for none
/// @param kind the format of a value, for people
/// @param parser reads a value; throws an `IllegalArgumentException` that states the problem
/// @param secret whether the value is never shown
public record Key<T>(
    String name,
    @Nullable String standard,
    String kind,
    String summary,
    Function<String, T> parser,
    boolean secret) {

  private static final String PAIRS = "names and values such as one=1,two=2";

  /// The environment variable of this setting.
  public String variable() {
    return "WAYBILL_" + name.replace('.', '_').toUpperCase(Locale.ROOT);
  }

  /// This setting as a secret.
  public Key<T> kept() {
    return new Key<>(name, standard, kind, summary, parser, true);
  }

  public static Key<String> text(String name, @Nullable String standard, String summary) {
    return new Key<>(name, standard, "text", summary, Function.identity(), false);
  }

  public static Key<List<String>> list(String name, String summary) {
    return new Key<>(
        name,
        null,
        "names, separated by commas",
        summary,
        value ->
            Arrays.stream(value.split(",", -1))
                .map(String::strip)
                .filter(item -> !item.isEmpty())
                .toList(),
        false);
  }

  /// Names and values, in the file a map, elsewhere such as `one=1,two=2`. The order is lost.
  public static Key<Map<String, String>> pairs(String name, String summary) {
    return new Key<>(name, null, PAIRS, summary, Key::parsePairs, false);
  }

  private static Map<String, String> parsePairs(String text) {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String pair : text.split(",", -1)) {
      int equals = pair.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException("must be " + PAIRS);
      }
      pairs.put(pair.substring(0, equals).strip(), pair.substring(equals + 1).strip());
    }
    return Map.copyOf(pairs);
  }

  /// Whether its value in a file is a map.
  public boolean takesPairs() {
    return kind.equals(PAIRS);
  }

  public static Key<Path> path(String name, @Nullable String standard, String summary) {
    return new Key<>(name, standard, "a path", summary, Path::of, false);
  }

  public static Key<String> choice(
      String name, String standard, String summary, String... choices) {
    List<String> known = Arrays.asList(choices);
    String kind = String.join(" or ", known);
    return new Key<>(
        name,
        standard,
        kind,
        summary,
        value -> {
          if (!known.contains(value)) {
            throw new IllegalArgumentException("must be " + kind);
          }
          return value;
        },
        false);
  }

  public static Key<Integer> number(
      String name, String standard, int least, int most, String summary) {
    String kind = "a number from " + least + " to " + most;
    return new Key<>(
        name, standard, kind, summary, value -> (int) whole(value, least, most, kind), false);
  }

  public static Key<Long> large(String name, String standard, String summary) {
    String kind = "a number of 0 or more";
    return new Key<>(
        name, standard, kind, summary, value -> whole(value, 0, Long.MAX_VALUE, kind), false);
  }

  private static long whole(String value, long least, long most, String kind) {
    try {
      long number = Long.parseLong(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException other) {
      throw new IllegalArgumentException("must be " + kind, other);
    }
    throw new IllegalArgumentException("must be " + kind);
  }

  public static Key<Duration> duration(String name, String standard, String summary) {
    String kind = "a duration such as " + Durations.EXAMPLES;
    return new Key<>(name, standard, kind, summary, value -> time(value, kind), false);
  }

  private static Duration time(String value, String kind) {
    return Durations.parse(value)
        .filter(time -> !time.isNegative())
        .orElseThrow(() -> new IllegalArgumentException("must be " + kind));
  }
}
