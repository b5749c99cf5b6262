package dev.waybill.schedules.cron;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.schedule.ScheduleLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Parses an expression. Errors name the field, the position and a correction.
final class CronReader {

  private static final Pattern WORD = Pattern.compile("\\S+");

  private static final List<CronField> ORDER = List.of(CronField.values());

  private static final Map<String, String> SHORTHANDS =
      Map.of(
          "@YEARLY", "0 0 1 1 *",
          "@ANNUALLY", "0 0 1 1 *",
          "@MONTHLY", "0 0 1 * *",
          "@WEEKLY", "0 0 * * 0",
          "@DAILY", "0 0 * * *",
          "@MIDNIGHT", "0 0 * * *",
          "@HOURLY", "0 * * * *");

  private CronReader() {}

  static Cron read(String text) {
    if (text.length() > ScheduleLimits.EXPRESSION_LENGTH) {
      throw refused("it may have at most 256 characters; it has " + text.length());
    }
    List<CronText> fields = fields(shorthand(text.toUpperCase(Locale.ROOT)));
    Cron cron =
        new Cron(
            text,
            values(fields.get(0)),
            values(fields.get(1)),
            values(fields.get(2)),
            values(fields.get(4)),
            CronDaysReader.read(fields.get(3), fields.get(5)));
    if (!cron.isPossible()) {
      throw refused(Text.quote(text) + " contains no existing day; correct the day or the month");
    }
    return cron;
  }

  private static String shorthand(String text) {
    String word = text.strip();
    if (!word.startsWith("@")) {
      return text;
    }
    String meant = SHORTHANDS.get(word);
    if (meant == null) {
      throw refused(
          Text.quote(word.toLowerCase(Locale.ROOT))
              + " is unknown; use @hourly, @daily, @weekly, @monthly or @yearly");
    }
    return meant;
  }

  /// Returns six fields; missing seconds are 0.
  private static List<CronText> fields(String text) {
    List<MatchResult> words = WORD.matcher(text).results().toList();
    int count = words.size();
    if (count != 5 && count != 6) {
      throw refused(
          "it has "
              + count
              + " fields; write five (minute, hour, day of month, month, day of week) or six with"
              + " the second first");
    }
    List<CronText> fields = new ArrayList<>();
    if (count == 5) {
      fields.add(new CronText(CronField.SECOND, "0", 1));
    }
    for (MatchResult word : words) {
      CronField field = ORDER.get(fields.size());
      fields.add(new CronText(field, word.group(), word.start() + 1));
    }
    return fields;
  }

  private static long values(CronText field) {
    if (field.is("?")) {
      throw field.wrong("means any day", "use * in this field");
    }
    return items(field).stream().mapToLong(CronValues::read).reduce(0, (a, b) -> a | b);
  }

  /// The items between commas.
  static List<CronText> items(CronText field) {
    List<CronText> items = new ArrayList<>();
    int begin = 0;
    for (int end = field.indexOf(','); end >= 0; end = field.text().indexOf(',', begin)) {
      items.add(field.part(begin, end));
      begin = end + 1;
    }
    items.add(field.from(begin));
    return items;
  }

  private static WaybillException refused(String why) {
    return new WaybillException(Code.INVALID_ARGUMENT, "cron: " + why);
  }
}
