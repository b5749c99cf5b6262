package dev.waybill.backend.nats;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Durations;
import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import io.nats.client.PushSubscribeOptions;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.DeliverPolicy;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Reads every message of a stream in order, also across lost connections. The broker pushes
/// messages; nothing is polled.
///
/// A replicated stream delivers some messages again after a reconnect: after a crash, replicas can
/// number messages differently by a few, and a reader that continued at another replica would miss
/// as many.
final class StreamFeed implements AutoCloseable {

  /// Interval of the broker's heartbeats. After three missed heartbeats the feed subscribes again,
  /// after the last message it has seen.
  private static final Duration HEARTBEAT = Duration.ofMillis(500);

  private static final Duration LONGEST_CATCHING_UP = Duration.ofMinutes(10);
  private static final int READ_AGAIN = 1_000;

  private final NatsLink link;
  private final Dispatcher dispatcher;
  private final CountDownLatch caughtUp = new CountDownLatch(1);
  private final Consumer<Message> reader;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile long last;
  private volatile @Nullable WaybillException failure;

  private StreamFeed(NatsLink link, Consumer<Message> reader) {
    this.link = link;
    this.reader = reader;
    this.dispatcher = link.connection().createDispatcher();
    dispatcher.setPendingLimits(-1, -1);
  }

  /// Returns once all existing messages of the stream have been read.
  static StreamFeed ofAll(NatsLink link, String stream, String subject, Consumer<Message> reader) {
    StreamFeed feed = new StreamFeed(link, reader);
    feed.open(stream, subject, ConsumerConfiguration.builder().deliverPolicy(DeliverPolicy.All));
    feed.awaitCaughtUp(stream);
    feed.requireReadable();
    return feed;
  }

  /// As [#ofAll], for the messages after a position of a stream without replicas. Skips unreadable
  /// messages.
  static StreamFeed after(
      NatsLink link, String stream, String subject, long position, Consumer<Message> reader) {
    StreamFeed feed = new StreamFeed(link, reader);
    feed.last = position;
    try {
      feed.open(
          stream,
          subject,
          ConsumerConfiguration.builder()
              .deliverPolicy(DeliverPolicy.ByStartSequence)
              .startSequence(position + 1));
      feed.awaitCaughtUp(stream);
      return feed;
    } catch (RuntimeException failed) {
      feed.close();
      throw failed;
    }
  }

  /// Follows new messages only, without their bodies.
  static StreamFeed ofNews(NatsLink link, String stream, String subject, Consumer<Message> reader) {
    StreamFeed feed = new StreamFeed(link, reader);
    feed.open(
        stream,
        subject,
        ConsumerConfiguration.builder().deliverPolicy(DeliverPolicy.New).headersOnly(true));
    return feed;
  }

  /// The sequence of the last message.
  long last() {
    return last;
  }

  @Override
  public void close() {
    closed.countDown();
    if (link.connection().getStatus() != Connection.Status.CLOSED) {
      link.connection().closeDispatcher(dispatcher);
    }
  }

  private void open(String stream, String subject, ConsumerConfiguration.Builder how) {
    PushSubscribeOptions options =
        PushSubscribeOptions.builder().stream(stream)
            .ordered(true)
            .messageAlarmTime(HEARTBEAT.multipliedBy(3).toMillis())
            .configuration(how.idleHeartbeat(HEARTBEAT).build())
            .build();
    JetStreamSubscription subscription =
        NatsErrors.told(
            "follow the stream " + stream,
            () ->
                link.streams()
                    .subscribe(
                        subject,
                        dispatcher,
                        message -> follow(message, stream, subject),
                        false,
                        options));
    if (NatsErrors.told("describe a consumer", subscription::getConsumerInfo).getCalculatedPending()
        == 0) {
      caughtUp.countDown();
    }
  }

  /// The broker numbers messages per consumer, so number 1 shows that a new consumer took over.
  private void follow(Message message, String stream, String subject) {
    boolean restarted = message.metaData().consumerSequence() == 1 && last > 0;
    if (restarted && link.config().replicas() > 1) {
      long from = Math.max(0, last - READ_AGAIN);
      Thread.ofVirtual().start(() -> readAgain(new StreamScan(link, stream), subject, from));
    }
    last = message.metaData().streamSequence();
    take(message);
  }

  private void readAgain(StreamScan scan, String subject, long from) {
    boolean done = false;
    while (!done && closed.getCount() > 0) {
      try {
        scan.read(subject, from, 2 * READ_AGAIN).forEach(this::take);
        done = true;
      } catch (WaybillException notNow) {
        done = notNow.code() == Code.INTERRUPTED;
      }
    }
  }

  /// Skips unreadable messages; while the store opens they are a failure.
  private void take(Message message) {
    try {
      reader.accept(message);
    } catch (WaybillException unreadable) {
      failure = unreadable;
    }
    if (message.metaData().pendingCount() == 0) {
      caughtUp.countDown();
    }
  }

  private void requireReadable() {
    if (failure != null) {
      throw failure;
    }
  }

  private void awaitCaughtUp(String stream) {
    try {
      if (!caughtUp.await(LONGEST_CATCHING_UP.toSeconds(), TimeUnit.SECONDS)) {
        throw new WaybillException(
            Code.UNAVAILABLE,
            "the stream "
                + stream
                + " was not read within "
                + Durations.text(LONGEST_CATCHING_UP)
                + "; start again, or check the load of NATS");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new WaybillException(
          Code.INTERRUPTED, "interrupted while reading the stream " + stream, interrupted);
    }
  }
}
