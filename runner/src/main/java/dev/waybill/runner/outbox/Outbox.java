package dev.waybill.runner.outbox;

import dev.waybill.JobSource;
import dev.waybill.Payload;
import dev.waybill.base.Backoff;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/// Sends the events of one attempt: first into the buffer on disk, then to the source, in order, on
/// its own thread. A failed call is repeated with growing pauses until it succeeds or the lease is
/// lost; the source ignores duplicates.
public final class Outbox implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(Outbox.class.getName());
  private static final int BATCH_BYTES = 512 * 1024;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);
  private static final long LOOK_AGAIN = Duration.ofMillis(50).toNanos();

  private final AttemptPublisher publisher;
  private final EventBuffer buffer;
  private final InstantSource clock;
  private final String name;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private long delivered;
  private boolean lost;
  private boolean diskFails;
  private boolean closed;

  Outbox(JobSource source, EventBuffer buffer, InstantSource clock, String name) {
    this.publisher = new AttemptPublisher(source, buffer.token());
    this.buffer = buffer;
    this.clock = clock;
    this.name = name;
  }

  public static Outbox open(
      JobSource source, EventBuffer buffer, InstantSource clock, String name) {
    Outbox outbox = new Outbox(source, buffer, clock, name);
    Thread.ofVirtual().name(name + "-events").start(outbox::deliver);
    return outbox;
  }

  /// Returns false if the event was dropped: the buffer or the disk is full, or the lease is lost.
  public boolean offer(EventType type, Payload data) {
    lock.lock();
    try {
      boolean kept = !closed && !lost && buffer.append(type, clock.millis(), data);
      if (kept) {
        diskFails = false;
        changed.signalAll();
      }
      return kept;
    } catch (IOException failed) {
      // Warn once, not for each of thousands of batches.
      LOG.log(
          diskFails ? Level.DEBUG : Level.WARNING,
          name + ": could not write events to disk; output is dropped",
          failed);
      diskFails = true;
      return false;
    } finally {
      lock.unlock();
    }
  }

  /// Waits until all events offered so far are delivered; returns false if that takes too long or
  /// cannot happen any more.
  public boolean awaitDelivered(Duration longest, BooleanSupplier hopeless)
      throws InterruptedException {
    long end = System.nanoTime() + longest.toNanos();
    lock.lock();
    try {
      long wanted = buffer.lastSequence();
      while (delivered < wanted && !lost && !closed && !hopeless.getAsBoolean()) {
        long left = end - System.nanoTime();
        if (left <= 0) {
          return false;
        }
        changed.awaitNanos(Math.min(left, LOOK_AGAIN));
      }
      return delivered >= wanted;
    } finally {
      lock.unlock();
    }
  }

  /// True if the event with this sequence was delivered. The first sequence is 1.
  public boolean hasDelivered(long sequence) {
    lock.lock();
    try {
      return delivered >= sequence;
    } finally {
      lock.unlock();
    }
  }

  /// True if the source reported that the lease is lost.
  public boolean isLost() {
    lock.lock();
    try {
      return lost;
    } finally {
      lock.unlock();
    }
  }

  /// Stops sending and deletes the buffer: the attempt is over, so nothing more can be delivered.
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
      buffer.delete();
    } catch (IOException failed) {
      LOG.log(Level.WARNING, name + ": could not delete the buffer", failed);
    } finally {
      lock.unlock();
    }
  }

  private void deliver() {
    try {
      List<BufferedEvent> batch = take();
      while (!batch.isEmpty()) {
        carry(batch);
        batch = take();
      }
    } catch (IOException failed) {
      LOG.log(Level.ERROR, name + ": could not read the buffer; the attempt is given up", failed);
      lose();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /// Waits until there are events to send; empty if there will be no more.
  private List<BufferedEvent> take() throws IOException, InterruptedException {
    lock.lock();
    try {
      while (!closed && !lost) {
        List<BufferedEvent> batch = buffer.next(BATCH_BYTES);
        if (!batch.isEmpty()) {
          return batch;
        }
        changed.await();
      }
      return List.of();
    } finally {
      lock.unlock();
    }
  }

  private void carry(List<BufferedEvent> batch) throws IOException, InterruptedException {
    Backoff backoff = new Backoff(FIRST_PAUSE, LONGEST_PAUSE);
    while (true) {
      switch (publisher.publish(batch)) {
        case ARRIVED -> {
          arrived(batch);
          return;
        }
        case REFUSED -> {
          lose();
          return;
        }
        case FAILED -> pause(backoff.nextNanos());
      }
      if (isOver()) {
        return;
      }
    }
  }

  private void arrived(List<BufferedEvent> batch) throws IOException {
    lock.lock();
    try {
      if (!closed) {
        buffer.delivered(batch);
      }
      delivered = batch.getLast().sequence();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void lose() {
    lock.lock();
    try {
      lost = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private boolean isOver() {
    lock.lock();
    try {
      return closed || lost;
    } finally {
      lock.unlock();
    }
  }

  /// New events do not end the pause; otherwise they would flood a source that is down.
  private void pause(long nanos) throws InterruptedException {
    long end = System.nanoTime() + nanos;
    lock.lock();
    try {
      long left = nanos;
      while (left > 0 && !closed) {
        changed.await(left, TimeUnit.NANOSECONDS);
        left = end - System.nanoTime();
      }
    } finally {
      lock.unlock();
    }
  }
}
