package dev.waybill.backend.aws.job;

import java.time.Duration;
import java.time.InstantSource;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;

/// Numbers that increase with time, for the order of jobs and of changes. They contain the time, a
/// counter and a part that differs between servers, so that no number is used twice.
///
/// It knows the numbers of changes whose write has not ended: a reader of the feed stops before
/// them.
final class Numbers {

  private static final int BELOW_TIME = 20;
  private static final int TAGS = 256;

  private final InstantSource clock;
  private final long start = System.nanoTime();
  private final long tag = ThreadLocalRandom.current().nextInt(TAGS);
  private final long first;
  private final NavigableSet<Long> open = new TreeSet<>();
  private final OwnChanges own = new OwnChanges();
  private long last;

  /// @param latest the highest number in the table
  Numbers(InstantSource clock, long latest) {
    this.clock = clock;
    this.first = Math.max(clock.millis(), (latest >>> BELOW_TIME) + 1);
  }

  synchronized long next() {
    long counted = (Math.max(last, millis() << BELOW_TIME) / TAGS + 1) * TAGS;
    last = counted;
    return counted + tag;
  }

  /// The number of a change whose write begins now.
  synchronized long begin() {
    long number = next();
    open.add(number);
    return number;
  }

  /// The write of a change has ended, whether it succeeded or not.
  void end(long number, String job) {
    synchronized (this) {
      open.remove(number);
    }
    own.add(job, number);
  }

  /// The changes whose write has ended.
  OwnChanges own() {
    return own;
  }

  /// All changes up to this number have been written, by this server and by others that do not take
  /// longer than the margin.
  synchronized long settled(Duration margin) {
    long before = (millis() - margin.toMillis()) << BELOW_TIME;
    return open.isEmpty() ? before : Math.min(before, open.first() - 1);
  }

  /// Continues when the clock stands still, and never goes back.
  private long millis() {
    long running = first + Duration.ofNanos(System.nanoTime() - start).toMillis();
    return Math.max(clock.millis(), running);
  }
}
