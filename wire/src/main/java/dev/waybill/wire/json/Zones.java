package dev.waybill.wire.json;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Time zones as text: a name of the IANA database, or a fixed offset such as `+02:00`.
///
/// `GMT+2` is refused, because it means two hours east of Greenwich to some readers and, as
/// `Etc/GMT+2` of the database, two hours west to others.
public final class Zones {

  /// Names of the database that the JDK does not offer, with the zone each is a link to.
  private static final Map<String, String> LINKS =
      Map.of("EST", "America/Panama", "MST", "America/Phoenix", "HST", "Pacific/Honolulu");

  private static final Pattern PREFIXED = Pattern.compile("(?:GMT|UTC|UT)([+-].+)");

  private Zones() {}

  public static Optional<ZoneId> find(String name) {
    if (PREFIXED.matcher(name).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(ZoneId.of(name, LINKS));
    } catch (DateTimeException unknown) {
      return Optional.empty();
    }
  }

  /// The zone that was probably meant, as a hint for an error message.
  public static String hint(String name) {
    Matcher prefixed = PREFIXED.matcher(name);
    if (prefixed.matches()) {
      return offset(prefixed.group(1)).map(one -> "; did you mean \"" + one + "\"?").orElse("");
    }
    Set<String> known = ZoneId.getAvailableZoneIds();
    return known.stream()
        .filter(name::equalsIgnoreCase)
        .findFirst()
        .map(one -> "; did you mean \"" + one + "\"?")
        .orElseGet(() -> Spelling.hint(name, known));
  }

  private static Optional<String> offset(String text) {
    try {
      return Optional.of(ZoneOffset.of(text).getId());
    } catch (DateTimeException malformed) {
      return Optional.empty();
    }
  }
}
