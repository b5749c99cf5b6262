package dev.waybill.server.activity;

import dev.waybill.insight.SeriesPoint.Spread;
import java.time.Duration;
import java.util.Arrays;

/// Durations in buckets that grow by a fifth each, from 1 ms to some hours.
final class Histogram {

  private static final int PER_DOUBLING = 4;
  private static final int BUCKETS = 25 * PER_DOUBLING;
  private static final double LOG_2 = Math.log(2);

  private final int[] counts = new int[BUCKETS];
  private long total;

  void add(Duration duration) {
    double millis = Math.max(0, duration.toNanos() / 1e6);
    int bucket = (int) (PER_DOUBLING * Math.log(millis + 1) / LOG_2);
    counts[Math.clamp(bucket, 0, BUCKETS - 1)]++;
    total++;
  }

  void clear() {
    Arrays.fill(counts, 0);
    total = 0;
  }

  /// @param other the answer if there were no durations
  Spread spreadOr(Spread other) {
    return total == 0 ? other : new Spread(seconds(0.5), seconds(0.99));
  }

  /// The middle of the bucket that has this share of all durations below it.
  private double seconds(double share) {
    long rank = (long) Math.ceil(share * total);
    long seen = 0;
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      seen += counts[bucket];
      if (seen >= rank) {
        return rounded(millis(bucket));
      }
    }
    return rounded(millis(BUCKETS - 1));
  }

  /// Seconds with four digits after the point.
  private static double rounded(double millis) {
    return Math.round(millis * 10) / 1e4;
  }

  private static double millis(int bucket) {
    return bucket == 0 ? 0.1 : Math.pow(2, (bucket + 0.5) / PER_DOUBLING) - 1;
  }
}
