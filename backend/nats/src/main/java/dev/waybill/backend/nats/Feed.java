package dev.waybill.backend.nats;

import dev.waybill.Code;
import dev.waybill.WaybillException;
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

/// Every message of a stream, once and in order, also across lost connections. Nothing is polled:
/// the broker sends.
final class Feed implements AutoCloseable {

  /// The broker says so often that it is there; without three of them the feed begins anew, after
  /// the last message it has seen.
  private static final Duration HEARTBEAT = Duration.ofMillis(500);

  private static final Duration LONGEST_CATCHING_UP = Duration.ofMinutes(10);

  private final NatsLink link;
  private final Dispatcher dispatcher;
  private final CountDownLatch caughtUp = new CountDownLatch(1);
  private final Consumer<Message> reader;
  private volatile @Nullable WaybillException failure;

  private Feed(NatsLink link, Consumer<Message> reader) {
    this.link = link;
    this.reader = reader;
    this.dispatcher = link.connection().createDispatcher();
    dispatcher.setPendingLimits(-1, -1);
  }

  /// Returns once everything that the stream holds has been read.
  static Feed ofAll(NatsLink link, String stream, String subject, Consumer<Message> reader) {
    Feed feed = new Feed(link, reader);
    feed.open(stream, subject, ConsumerConfiguration.builder().deliverPolicy(DeliverPolicy.All));
    feed.awaitCaughtUp(stream);
    return feed;
  }

  /// What comes from now on, without bodies.
  static Feed ofNews(NatsLink link, String stream, String subject, Consumer<Message> reader) {
    Feed feed = new Feed(link, reader);
    feed.open(
        stream,
        subject,
        ConsumerConfiguration.builder().deliverPolicy(DeliverPolicy.New).headersOnly(true));
    return feed;
  }

  @Override
  public void close() {
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
            () -> link.streams().subscribe(subject, dispatcher, this::take, false, options));
    if (NatsErrors.told("describe a consumer", subscription::getConsumerInfo).getCalculatedPending()
        == 0) {
      caughtUp.countDown();
    }
  }

  /// What cannot be read is passed over, but not while the store opens.
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

  private void awaitCaughtUp(String stream) {
    try {
      if (!caughtUp.await(LONGEST_CATCHING_UP.toSeconds(), TimeUnit.SECONDS)) {
        throw new WaybillException(Code.STORE_FAILED, "could not read all of " + stream);
      }
      if (failure != null) {
        throw failure;
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new WaybillException(
          Code.INTERRUPTED, "interrupted while reading the stream " + stream, interrupted);
    }
  }
}
