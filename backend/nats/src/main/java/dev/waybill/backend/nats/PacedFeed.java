package dev.waybill.backend.nats;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.backend.support.Following;
import dev.waybill.base.BackgroundLoop;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Follows the bucket of jobs as closely as somebody needs it: message by message while somebody
/// waits for changes, and in steps otherwise. The bucket has only the last message of each job, so
/// a step skips the changes in between: a server that is busy, or idle, reads a job about once.
final class PacedFeed implements Following, AutoCloseable {

  private static final Duration STEP = Duration.ofMillis(200);

  /// For a server that nobody uses. It takes over from servers that have stopped.
  private static final Duration IDLE_STEP = Duration.ofSeconds(2);

  private static final Duration IDLE_AFTER = Duration.ofSeconds(10);

  /// How long it follows closely after the last wait.
  private static final Duration LINGERS = Duration.ofSeconds(1);

  /// A view of this age is up to date, as if the messages had been on their way.
  private static final Duration FRESH = Duration.ofMillis(10);

  private final NatsLink link;
  private final AtomicInteger waits = new AtomicInteger();
  private final BackgroundLoop loop = new BackgroundLoop("feed", LINGERS, this::step);
  private volatile @Nullable FollowedBucket bucket;
  private volatile long lastWait = System.nanoTime();
  private volatile long lastUse = System.nanoTime();
  private volatile long lastStep = System.nanoTime();

  PacedFeed(NatsLink link) {
    this.link = link;
  }

  /// Takes care of a bucket that is followed closely. It stays so if it has replicas: these may
  /// number messages differently after a crash, which only a feed notices.
  void start(FollowedBucket followed) {
    if (link.config().replicas() == 1) {
      bucket = followed;
      loop.start();
    }
  }

  @Override
  public Waiting await() {
    waits.incrementAndGet();
    used();
    attempt(FollowedBucket::resume);
    return () -> {
      lastWait = System.nanoTime();
      waits.decrementAndGet();
    };
  }

  @Override
  public void catchUp() {
    used();
    if (isOver(lastStep, FRESH)) {
      attempt(this::readOn);
    }
  }

  private void used() {
    boolean slow = isOver(lastUse, IDLE_AFTER);
    lastUse = System.nanoTime();
    if (slow) {
      loop.wake();
    }
  }

  private void readOn(FollowedBucket followed) {
    followed.readOn();
    lastStep = System.nanoTime();
  }

  private Duration step() {
    if (waits.get() > 0) {
      attempt(FollowedBucket::resume);
    } else if (isOver(lastWait, LINGERS)) {
      attempt(FollowedBucket::rest);
      attempt(this::readOn);
    }
    return isOver(lastUse, IDLE_AFTER) ? IDLE_STEP : STEP;
  }

  private static boolean isOver(long since, Duration time) {
    return System.nanoTime() - since > time.toNanos();
  }

  /// Without the broker there is nothing new; the next step tries again.
  private void attempt(Consumer<FollowedBucket> action) {
    FollowedBucket followed = bucket;
    if (followed == null || !link.isConnected()) {
      return;
    }
    try {
      action.accept(followed);
    } catch (WaybillException failed) {
      if (failed.code() != Code.UNAVAILABLE && failed.code() != Code.STORE_FAILED) {
        throw failed;
      }
    }
  }

  @Override
  public void close() {
    if (bucket != null) {
      loop.close();
    }
  }
}
