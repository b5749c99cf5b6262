package dev.waybill.messages.send;

import dev.waybill.base.Recent;
import java.time.Duration;
import java.time.Instant;

/// Token buckets with one rate, by key: a full bucket allows a burst of the whole amount.
///
/// Who comes too early reserves the next free time, waits, and asks again with the same ticket. So
/// everybody waits once, in the order of asking. Only the latest buckets and tickets are kept: what
/// is forgotten starts with a full bucket.
final class RateLimit {

  private static final int MOST = 100_000;

  private final Duration interval;
  private final Duration burst;
  private final Recent<String, Instant> filledAt = new Recent<>(MOST);
  private final Recent<String, Instant> tickets = new Recent<>(MOST);

  RateLimit(Rate rate) {
    this.interval = rate.interval();
    this.burst = interval.multipliedBy(rate.amount() - 1L);
  }

  /// How long to wait; not positive if it may happen now. The same ticket is counted once.
  synchronized Duration delay(String key, String ticket, Instant now) {
    return Duration.between(now, tickets.get(ticket, () -> reserve(key, now)));
  }

  /// The next use of this ticket counts again.
  synchronized void forget(String ticket) {
    tickets.remove(ticket);
  }

  private Instant reserve(String key, Instant now) {
    Instant filled = filledAt.find(key).orElse(now);
    Instant free = later(now, filled.minus(burst));
    filledAt.put(key, later(filled, free).plus(interval));
    return free;
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }
}
