package dev.waybill.schedules.cron;

/// Parses the plain values of one field into a bit set: `*`, values, ranges and steps.
final class CronValues {

  private CronValues() {}

  static long read(CronText item) {
    int slash = item.indexOf('/');
    if (slash < 0) {
      return range(item, 1, false);
    }
    CronText step = item.from(slash + 1);
    int every = step.number(1, item.field().max());
    return range(item.part(0, slash), every, true);
  }

  private static long range(CronText item, int step, boolean open) {
    CronField field = item.field();
    if (item.is("*")) {
      return bits(field.min(), field.last(), step);
    }
    int dash = item.indexOf('-');
    if (dash < 0) {
      int first = item.value();
      return sundayOnce(field, bits(first, open ? Math.max(first, field.last()) : first, step));
    }
    int first = item.part(0, dash).value();
    int last = end(item.from(dash + 1), first);
    if (last < first) {
      throw item.wrong("goes backwards", "write it as two ranges with a comma in between");
    }
    return sundayOnce(field, bits(first, last, step));
  }

  /// A range may end with Sunday: SAT-SUN.
  private static int end(CronText text, int first) {
    int last = text.value();
    boolean sunday = text.field() == CronField.DAY_OF_WEEK && last == 0 && first > 0;
    return sunday ? 7 : last;
  }

  private static long sundayOnce(CronField field, long bits) {
    boolean seven = field == CronField.DAY_OF_WEEK && (bits & (1L << 7)) != 0;
    return seven ? (bits & ~(1L << 7)) | 1 : bits;
  }

  private static long bits(int first, int last, int step) {
    long bits = 0;
    for (int value = first; value <= last; value += step) {
      bits |= 1L << value;
    }
    return bits;
  }
}
