package dev.waybill.backend.nats;

import io.nats.client.ConsumerContext;
import io.nats.client.FetchConsumeOptions;
import io.nats.client.FetchConsumer;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamStatusCheckedException;
import io.nats.client.Message;
import io.nats.client.StreamContext;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.DeliverPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Reads what a stream holds now under some subjects, in order.
final class StreamScan {

  /// So many messages are asked for at once, so that large ones do not pile up.
  private static final int ROUND = 64;

  /// Where we are cut off before we can say that we are done.
  private static final Duration FORGOTTEN_AFTER = Duration.ofSeconds(30);

  private final NatsLink link;
  private final String stream;

  StreamScan(NatsLink link, String stream) {
    this.link = link;
    this.stream = stream;
  }

  /// At most `max` messages after a place whose subject matches.
  List<Message> read(String subjects, long after, int max) {
    return told(subjects, reader(subjects, after).build(), max);
  }

  /// The first messages of a subject, without their bodies.
  List<Message> heads(String subject, long max) {
    return max == 0 ? List.of() : told(subject, reader(subject, 0).headersOnly(true).build(), max);
  }

  private static ConsumerConfiguration.Builder reader(String subjects, long after) {
    return ConsumerConfiguration.builder()
        .filterSubject(subjects)
        .deliverPolicy(DeliverPolicy.ByStartSequence)
        .startSequence(after + 1)
        .ackPolicy(AckPolicy.None)
        .inactiveThreshold(FORGOTTEN_AFTER)
        .memStorage(true)
        .numReplicas(1);
  }

  private List<Message> told(String subjects, ConsumerConfiguration reader, long max) {
    return NatsErrors.told("read " + subjects + " in " + stream, () -> read(reader, max));
  }

  private List<Message> read(ConsumerConfiguration reader, long max)
      throws IOException, JetStreamApiException, InterruptedException {
    StreamContext context = link.streams().getStreamContext(stream);
    ConsumerContext consumer = context.createOrUpdateConsumer(reader);
    long left = Math.min(max, consumer.getCachedConsumerInfo().getNumPending());
    List<Message> all = new ArrayList<>();
    while (left > 0) {
      List<Message> some = fetch(consumer, (int) Math.min(left, ROUND));
      all.addAll(some);
      left = some.isEmpty() ? 0 : left - some.size();
    }
    context.deleteConsumer(consumer.getConsumerName());
    return all;
  }

  /// What a consumer has now, without waiting for more.
  static List<Message> fetch(ConsumerContext consumer, int count)
      throws IOException, JetStreamApiException, InterruptedException {
    List<Message> messages = new ArrayList<>();
    FetchConsumer fetched =
        consumer.fetch(FetchConsumeOptions.builder().maxMessages(count).noWait().build());
    try {
      for (Message m = fetched.nextMessage(); m != null; m = fetched.nextMessage()) {
        messages.add(m);
      }
      return messages;
    } catch (JetStreamStatusCheckedException refused) {
      throw new IOException(refused.getMessage(), refused);
    } finally {
      fetched.stop();
    }
  }
}
