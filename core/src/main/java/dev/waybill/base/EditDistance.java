package dev.waybill.base;

/// The number of letters to insert, delete, replace or swap with their neighbor that makes one word
/// of another.
public final class EditDistance {

  private EditDistance() {}

  public static int of(String from, String to) {
    int[] beforeLast = new int[to.length() + 1];
    int[] last = new int[to.length() + 1];
    int[] row = new int[to.length() + 1];
    for (int column = 0; column <= to.length(); column++) {
      row[column] = column;
    }
    for (int i = 1; i <= from.length(); i++) {
      int[] free = beforeLast;
      beforeLast = last;
      last = row;
      row = free;
      row[0] = i;
      for (int column = 1; column <= to.length(); column++) {
        int replaced = from.charAt(i - 1) == to.charAt(column - 1) ? 0 : 1;
        int oneMore = Math.min(last[column], row[column - 1]) + 1;
        row[column] = Math.min(oneMore, last[column - 1] + replaced);
        if (isSwapped(from, to, i, column)) {
          row[column] = Math.min(row[column], beforeLast[column - 2] + 1);
        }
      }
    }
    return row[to.length()];
  }

  private static boolean isSwapped(String from, String to, int row, int column) {
    return row > 1
        && column > 1
        && from.charAt(row - 1) == to.charAt(column - 2)
        && from.charAt(row - 2) == to.charAt(column - 1);
  }
}
