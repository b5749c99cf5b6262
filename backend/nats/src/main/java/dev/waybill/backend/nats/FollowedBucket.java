package dev.waybill.backend.nats;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import io.nats.client.Message;
import io.nats.client.api.StreamInfo;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Follows a bucket from its first value on, and starts over when the broker has replaced its
/// stream
/// or has lost a part of it.
final class FollowedBucket implements AutoCloseable {

  private static final Logger LOG = System.getLogger(FollowedBucket.class.getName());

  /// Replicas of a stream may number it differently by a few after a crash.
  private static final long RENUMBERED = 1_000;

  private static final int AT_ONCE = 1_000;

  private final NatsLink link;
  private final String bucket;
  private final Consumer<Message> reader;
  private final StreamScan scan;
  private Instant created;
  private volatile @Nullable StreamFeed feed;

  /// The last message that was read, while there is no feed.
  private long position;

  private boolean missing;
  private boolean closed;

  FollowedBucket(NatsLink link, String bucket, Consumer<Message> reader) {
    this.link = link;
    this.bucket = bucket;
    this.reader = reader;
    this.scan = new StreamScan(link, JobSubjects.streamOf(bucket));
    this.created = createdAt(info());
    this.feed = follow();
  }

  private StreamFeed follow() {
    return StreamFeed.ofAll(link, JobSubjects.streamOf(bucket), subjects(), reader);
  }

  /// Whether messages arrive as they are written, and not by [#readOn].
  boolean isLive() {
    return feed != null;
  }

  /// Stops to follow the bucket message by message.
  synchronized void rest() {
    StreamFeed live = feed;
    if (live != null) {
      position = live.last();
      live.close();
      feed = null;
    }
  }

  /// Follows the bucket message by message again. Returns when it has read all that was written
  /// before.
  void resume() {
    if (!isLive()) {
      resumeNow();
    }
  }

  private synchronized void resumeNow() {
    if (!isLive() && !closed) {
      feed = StreamFeed.after(link, JobSubjects.streamOf(bucket), subjects(), position, reader);
    }
  }

  /// Reads what was written since the last message, if nothing else does.
  synchronized void readOn() {
    if (isLive() || closed) {
      return;
    }
    long end = info().getStreamState().getLastSequence();
    while (position < end) {
      List<Message> some = scan.read(subjects(), position, AT_ONCE);
      some.forEach(this::read);
      position =
          some.size() < AT_ONCE
              ? Math.max(end, lastOf(some))
              : some.getLast().metaData().streamSequence();
    }
  }

  private static long lastOf(List<Message> some) {
    return some.isEmpty() ? 0 : some.getLast().metaData().streamSequence();
  }

  /// Skips unreadable messages, as a feed does.
  private void read(Message message) {
    try {
      reader.accept(message);
    } catch (WaybillException unreadable) {
      LOG.log(Level.DEBUG, "skipping an unreadable message of " + bucket, unreadable);
    }
  }

  private String subjects() {
    return JobSubjects.everyKeyOf(bucket);
  }

  private StreamInfo info() {
    String stream = JobSubjects.streamOf(bucket);
    return NatsErrors.told("describe " + stream, () -> link.management().getStreamInfo(stream));
  }

  private static Instant createdAt(StreamInfo info) {
    return info.getCreateTime().toInstant();
  }

  /// Starts over if the stream is another one.
  ///
  /// @param forget is called before the bucket is read again
  synchronized void check(Runnable forget) {
    try {
      StreamFeed live = feed;
      long last = live == null ? position : live.last();
      StreamInfo now = info();
      missing = false;
      if (!createdAt(now).equals(created) || hasLost(now, last)) {
        startOver(now, last, forget);
      }
    } catch (WaybillException failed) {
      if (failed.code() == Code.STORE_FAILED && !missing) {
        missing = true;
        LOG.log(
            Level.ERROR,
            "the stream of {0} is gone: {1}. Run `waybill provision`, or restart a server, to create"
                + " it; its jobs are lost",
            bucket,
            failed.getMessage());
      } else if (failed.code() != Code.UNAVAILABLE) {
        throw failed;
      }
    }
  }

  /// @param last the last message that was read before the stream was described
  private boolean hasLost(StreamInfo now, long last) {
    long allowed = link.config().replicas() == 1 ? 0 : RENUMBERED;
    return now.getStreamState().getLastSequence() + allowed < last;
  }

  private void startOver(StreamInfo now, long last, Runnable forget) {
    LOG.log(
        Level.WARNING,
        "the stream of {0} was replaced or has lost writes: created {1}, last message {2}; before,"
            + " {3} and {4}. Everything is read again; what the broker has lost is gone",
        bucket,
        createdAt(now),
        now.getStreamState().getLastSequence(),
        created,
        last);
    rest();
    forget.run();
    position = 0;
    created = createdAt(now);
    feed = follow();
  }

  @Override
  public synchronized void close() {
    rest();
    closed = true;
  }
}
