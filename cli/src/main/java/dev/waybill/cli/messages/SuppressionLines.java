package dev.waybill.cli.messages;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.message.NewSuppression;
import dev.waybill.message.Suppression;
import dev.waybill.message.Suppression.Reason;
import dev.waybill.wire.message.SuppressionJson;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// Recipients as lines of a file: JSON, or CSV with a heading.
final class SuppressionLines {

  static final String HEADING = "channel,recipient,reason,expires_at";

  private SuppressionLines() {}

  /// Empty lines and the heading are left out.
  static Stream<NewSuppression> read(String file) {
    return file.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.equals(HEADING))
        .map(line -> line.startsWith("{") ? json(line) : csv(line));
  }

  private static NewSuppression json(String line) {
    Suppression one = SuppressionJson.DOCUMENT.read(line.getBytes(StandardCharsets.UTF_8));
    return new NewSuppression(one.channel(), one.recipient(), one.reason(), one.expiresAt());
  }

  private static NewSuppression csv(String line) {
    List<String> cells = List.of(line.split(",", -1));
    if (cells.size() < 2 || cells.size() > 4) {
      throw wrong(line, "must be " + HEADING);
    }
    try {
      return new NewSuppression(
          cells.get(0),
          cells.get(1),
          cell(cells, 2).isEmpty()
              ? Reason.MANUAL
              : Reason.valueOf(cell(cells, 2).toUpperCase(Locale.ROOT)),
          cell(cells, 3).isEmpty() ? null : Instant.parse(cell(cells, 3)));
    } catch (IllegalArgumentException | DateTimeException malformed) {
      throw wrong(line, "has an unknown reason or time");
    }
  }

  private static String cell(List<String> cells, int index) {
    return index < cells.size() ? cells.get(index) : "";
  }

  private static WaybillException wrong(String line, String why) {
    return new WaybillException(Code.INVALID_ARGUMENT, "line \"" + line + "\" " + why);
  }

  static String json(Suppression one) {
    return new String(SuppressionJson.DOCUMENT.bytes(one), StandardCharsets.UTF_8);
  }

  static String csv(Suppression one) {
    String until = one.expiresAt() == null ? "" : one.expiresAt().toString();
    return String.join(",", one.channel(), one.recipient(), DisplayText.lower(one.reason()), until);
  }
}
