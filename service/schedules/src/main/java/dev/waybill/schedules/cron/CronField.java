package dev.waybill.schedules.cron;

/// The fields of an expression in order; the seconds are optional.
enum CronField {
  SECOND("second", 0, 59, ""),
  MINUTE("minute", 0, 59, ""),
  HOUR("hour", 0, 23, ""),
  DAY_OF_MONTH("day of month", 1, 31, ""),
  MONTH("month", 1, 12, "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC"),
  /// 0 and 7 are Sunday.
  DAY_OF_WEEK("day of week", 0, 7, "SUN MON TUE WED THU FRI SAT");

  private static final int NAME_LENGTH = 3;

  private final String words;
  private final int min;
  private final int max;
  private final String names;

  CronField(String words, int min, int max, String names) {
    this.words = words;
    this.min = min;
    this.max = max;
    this.names = names;
  }

  int min() {
    return min;
  }

  int max() {
    return max;
  }

  /// The highest value of `*`: Sunday counts once.
  int last() {
    return this == DAY_OF_WEEK ? 6 : max;
  }

  /// The number of a name, or -1.
  int named(String name) {
    boolean isWord = name.length() == NAME_LENGTH && name.indexOf(' ') < 0;
    int index = isWord ? names.indexOf(name) : -1;
    return index < 0 ? -1 : index / (NAME_LENGTH + 1) + min;
  }

  /// The allowed values, for error messages.
  String range() {
    String numbers = min + " to " + max;
    return names.isEmpty()
        ? numbers
        : numbers
            + " or "
            + names.substring(0, NAME_LENGTH)
            + " to "
            + names.substring(names.length() - NAME_LENGTH);
  }

  @Override
  public String toString() {
    return words;
  }
}
