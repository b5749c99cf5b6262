package dev.waybill.events.jsonschema;

import java.util.Locale;

/// How far two words are apart.
public final class Spelling {

  private static final int LONGEST = 40;

  private Spelling() {}

  /// How many letters must be added, removed or changed; case does not matter.
  public static int distance(String one, String other) {
    if (one.length() > LONGEST || other.length() > LONGEST) {
      return LONGEST;
    }
    String a = one.toLowerCase(Locale.ROOT);
    String b = other.toLowerCase(Locale.ROOT);
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      nextRow(row, a.charAt(i - 1), b, i);
    }
    return row[b.length()];
  }

  private static void nextRow(int[] row, char letter, String word, int first) {
    int diagonal = row[0];
    row[0] = first;
    for (int j = 1; j <= word.length(); j++) {
      int changed = diagonal + (word.charAt(j - 1) == letter ? 0 : 1);
      diagonal = row[j];
      row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
    }
  }
}
