package dev.waybill.runner.outbox;

import dev.waybill.JobSource;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Delivers events that a crashed worker left in its buffers. If the lease of the attempt is lost,
/// the source accepts no more events, and the buffer is deleted.
///
/// Delivers events only: the attempt has no worker, and ends when its lease expires.
public final class Leftovers implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(Leftovers.class.getName());
  private static final int BATCH_BYTES = 512 * 1024;
  private static final Duration PAUSE = Duration.ofMillis(500);

  private final JobSource source;
  private final CountDownLatch closed = new CountDownLatch(1);

  private Leftovers(JobSource source) {
    this.source = source;
  }

  public static Leftovers deliver(JobSource source, List<Path> buffers) {
    Leftovers leftovers = new Leftovers(source);
    if (!buffers.isEmpty()) {
      Thread.ofVirtual()
          .name("process-leftovers")
          .start(() -> buffers.forEach(leftovers::deliverOne));
    }
    return leftovers;
  }

  @Override
  public void close() {
    closed.countDown();
  }

  private void deliverOne(Path path) {
    try (EventBuffer buffer = EventBuffer.reopen(path)) {
      if (deliverAll(buffer, path)) {
        buffer.delete();
      }
    } catch (IOException unreadable) {
      LOG.log(
          Level.WARNING,
          "deleting events of an earlier run that cannot be read: " + path,
          unreadable);
      delete(path);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /// Returns true if the buffer can be deleted.
  private boolean deliverAll(EventBuffer buffer, Path path)
      throws IOException, InterruptedException {
    AttemptPublisher publisher = new AttemptPublisher(source, buffer.token());
    int count = 0;
    List<BufferedEvent> batch = buffer.next(BATCH_BYTES);
    while (!batch.isEmpty()) {
      switch (publisher.publish(batch)) {
        case ARRIVED -> {
          buffer.delivered(batch);
          count += batch.size();
          batch = buffer.next(BATCH_BYTES);
        }
        case REFUSED -> {
          LOG.log(
              Level.WARNING,
              "deleting events of attempt {0}: its lease is lost",
              path.getFileName());
          return true;
        }
        case FAILED -> {
          if (closed.await(PAUSE.toNanos(), TimeUnit.NANOSECONDS)) {
            return false;
          }
        }
      }
    }
    if (count > 0) {
      LOG.log(Level.INFO, "delivered {0} events of attempt {1}", count, path.getFileName());
    }
    return true;
  }

  private static void delete(Path path) {
    try {
      BufferDirectory.deleteAll(path);
    } catch (IOException failed) {
      LOG.log(Level.WARNING, "could not delete " + path, failed);
    }
  }
}
