package dev.waybill.messages.send;

import dev.waybill.base.Recent;
import java.time.Duration;
import java.time.Instant;

/// Token buckets with one rate, by key: a full bucket allows a burst of the whole amount.
///
/// Who comes too early gets a time of its own at the end of a line, and asks again then. Nothing is
/// stored per waiting message, so a backlog may be of any length. Only the latest buckets are kept:
/// what is forgotten starts with a full bucket. Not safe for several threads.
final class RateLimit {

  private static final int MOST = 100_000;

  private final Duration interval;
  private final Duration burst;
  private final Recent<String, Bucket> buckets = new Recent<>(MOST);

  /// @param full when the bucket is full again
  /// @param endOfLine the next time that nobody waits for
  private record Bucket(Instant full, Instant endOfLine) {}

  RateLimit(Rate rate) {
    this.interval = rate.interval();
    this.burst = interval.multipliedBy(rate.amount() - 1L);
  }

  /// How long to wait; not positive if a token is free.
  ///
  /// @param hasWaited true after the first time of asking: it need not wait for the others in line
  Duration delay(String key, boolean hasWaited, Instant now) {
    Bucket bucket = bucket(key, now);
    Instant free = bucket.full().minus(burst);
    Instant allowed = hasWaited ? free : later(free, bucket.endOfLine());
    if (!allowed.isAfter(now)) {
      return Duration.between(now, allowed);
    }
    Instant turn = later(free, bucket.endOfLine());
    buckets.put(key, new Bucket(bucket.full(), turn.plus(interval)));
    return Duration.between(now, turn);
  }

  /// Uses a token.
  void take(String key, Instant now) {
    Bucket bucket = bucket(key, now);
    buckets.put(key, new Bucket(later(bucket.full(), now).plus(interval), bucket.endOfLine()));
  }

  private Bucket bucket(String key, Instant now) {
    return buckets.find(key).orElseGet(() -> new Bucket(now, now));
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }
}
