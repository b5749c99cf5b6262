package dev.waybill.events.pattern;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/// A set of code points: ranges and predicates, or their complement. Two words hold the answers for
/// ASCII.
final class CharacterSet {

  private final long low;
  private final long high;
  private final IntPredicate others;

  private CharacterSet(IntPredicate members) {
    this.others = members;
    this.low = bits(members, 0);
    this.high = bits(members, 64);
  }

  static CharacterSet of(IntPredicate members) {
    return new CharacterSet(members);
  }

  boolean contains(int codePoint) {
    if (codePoint < 64) {
      return ((low >>> codePoint) & 1) != 0;
    }
    if (codePoint < 128) {
      return ((high >>> (codePoint - 64)) & 1) != 0;
    }
    return others.test(codePoint);
  }

  private static long bits(IntPredicate members, int from) {
    long bits = 0;
    for (int i = 0; i < 64; i++) {
      bits |= members.test(from + i) ? 1L << i : 0;
    }
    return bits;
  }

  /// Builds a character class.
  static final class Builder {

    private final List<int[]> ranges = new ArrayList<>();
    private final List<IntPredicate> classes = new ArrayList<>();

    void add(int first, int last) {
      ranges.add(new int[] {first, last});
    }

    void add(IntPredicate members) {
      classes.add(members);
    }

    CharacterSet build(boolean negated) {
      int[][] bounds = merged();
      IntPredicate[] some = classes.toArray(IntPredicate[]::new);
      IntPredicate members =
          codePoint -> isWithin(bounds, codePoint) || matchesAny(some, codePoint);
      return new CharacterSet(negated ? members.negate() : members);
    }

    private int[][] merged() {
      ranges.sort((a, b) -> Integer.compare(a[0], b[0]));
      List<int[]> merged = new ArrayList<>();
      for (int[] range : ranges) {
        if (!merged.isEmpty() && merged.getLast()[1] >= range[0] - 1) {
          merged.getLast()[1] = Math.max(merged.getLast()[1], range[1]);
        } else {
          merged.add(range.clone());
        }
      }
      return merged.toArray(int[][]::new);
    }

    private static boolean isWithin(int[][] bounds, int codePoint) {
      int from = 0;
      int to = bounds.length - 1;
      while (from <= to) {
        int middle = (from + to) >>> 1;
        if (bounds[middle][1] < codePoint) {
          from = middle + 1;
        } else if (bounds[middle][0] > codePoint) {
          to = middle - 1;
        } else {
          return true;
        }
      }
      return false;
    }

    private static boolean matchesAny(IntPredicate[] some, int codePoint) {
      for (IntPredicate one : some) {
        if (one.test(codePoint)) {
          return true;
        }
      }
      return false;
    }
  }
}
