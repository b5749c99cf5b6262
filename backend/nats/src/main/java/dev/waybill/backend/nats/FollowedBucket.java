package dev.waybill.backend.nats;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import io.nats.client.Message;
import io.nats.client.api.StreamInfo;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Follows a bucket from its first value on, and starts over when the broker has replaced its
/// stream
/// or has lost a part of it.
final class FollowedBucket implements AutoCloseable {

  private static final Logger LOG = System.getLogger(FollowedBucket.class.getName());

  /// Replicas of a stream may number it differently by a few after a crash.
  private static final long RENUMBERED = 1_000;

  private final NatsLink link;
  private final String bucket;
  private final Consumer<Message> reader;
  private Instant created;
  private @Nullable StreamFeed feed;
  private boolean missing;

  FollowedBucket(NatsLink link, String bucket, Consumer<Message> reader) {
    this.link = link;
    this.bucket = bucket;
    this.reader = reader;
    this.created = createdAt(info());
    this.feed = follow();
  }

  private StreamFeed follow() {
    return StreamFeed.ofAll(
        link, JobSubjects.streamOf(bucket), JobSubjects.everyKeyOf(bucket), reader);
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
      long last = feed == null ? Long.MAX_VALUE : feed.last();
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
    close();
    forget.run();
    created = createdAt(now);
    feed = follow();
  }

  @Override
  public synchronized void close() {
    if (feed != null) {
      feed.close();
      feed = null;
    }
  }
}
