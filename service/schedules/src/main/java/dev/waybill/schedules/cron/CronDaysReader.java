package dev.waybill.schedules.cron;

/// Parses the two day fields, with `?`, `L`, `W` and `#`.
final class CronDaysReader {

  private boolean anyOfMonth;
  private boolean anyOfWeek;
  private long ofMonth;
  private long beforeLast;
  private long nearest;
  private boolean lastWeekday;
  private long ofWeek;
  private long nth;
  private long last;

  static CronDays read(CronText ofMonth, CronText ofWeek) {
    CronDaysReader reader = new CronDaysReader();
    reader.anyOfMonth = isAny(ofMonth);
    reader.anyOfWeek = isAny(ofWeek);
    if (!reader.anyOfMonth) {
      CronReader.items(ofMonth).forEach(reader::dayOfMonth);
    }
    if (!reader.anyOfWeek) {
      CronReader.items(ofWeek).forEach(reader::dayOfWeek);
    }
    return reader.days();
  }

  private static boolean isAny(CronText text) {
    return text.is("*") || text.is("?");
  }

  private CronDays days() {
    return new CronDays(
        new CronDays.OfMonth(anyOfMonth, ofMonth, beforeLast, nearest, lastWeekday),
        new CronDays.OfWeek(anyOfWeek, ofWeek, nth, last));
  }

  private void dayOfMonth(CronText item) {
    if (item.is("L")) {
      beforeLast |= 1;
    } else if (item.is("LW")) {
      lastWeekday = true;
    } else if (item.text().startsWith("L-")) {
      beforeLast |= 1L << item.from(2).number(1, 30);
    } else if (item.endsWith("W")) {
      nearest |= 1L << item.part(0, item.text().length() - 1).value();
    } else {
      ofMonth |= CronValues.read(item);
    }
  }

  private void dayOfWeek(CronText item) {
    int hash = item.indexOf('#');
    if (item.is("L")) {
      throw item.wrong("does not name a weekday", "write FRIL for the last Friday of the month");
    } else if (hash >= 0) {
      int number = item.from(hash + 1).number(1, 5);
      nth |= 1L << (7 * (number - 1) + weekday(item.part(0, hash)));
    } else if (item.endsWith("L")) {
      last |= 1L << weekday(item.part(0, item.text().length() - 1));
    } else {
      ofWeek |= CronValues.read(item);
    }
  }

  private static int weekday(CronText text) {
    return text.value() % 7;
  }
}
