package dev.waybill.backend.nats;

import io.nats.client.ConsumerContext;
import io.nats.client.FetchConsumeOptions;
import io.nats.client.FetchConsumer;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamStatusCheckedException;
import io.nats.client.Message;
import io.nats.client.Subscription;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.ConsumerInfo;
import io.nats.client.api.DeliverPolicy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Reads the current messages of a stream on some subjects, in order.
final class StreamScan {

  /// Matches every message of a stream.
  static final String EVERY_SUBJECT = ">";

  private static final String NEXT = "$JS.API.CONSUMER.MSG.NEXT.";
  private static final String DELETE = "$JS.API.CONSUMER.DELETE.";

  /// The number of messages that are requested at once, which limits memory use.
  private static final int ROUND = 250;

  /// The inactivity after which the broker deletes a consumer, if the connection is lost before
  /// this does.
  private static final Duration FORGOTTEN_AFTER = Duration.ofSeconds(30);

  /// The maximum number of consumers that may return without all pending messages.
  private static final int TRIES = 20;

  private final NatsLink link;
  private final String stream;

  StreamScan(NatsLink link, String stream) {
    this.link = link;
    this.stream = stream;
  }

  /// At most `max` messages after a position whose subject matches.
  List<Message> read(String subjects, long after, int max) {
    return read(subjects, after, max, false);
  }

  /// The first messages of a subject, without their bodies.
  List<Message> heads(String subject, long max) {
    return max == 0 ? List.of() : read(subject, 0, max, true);
  }

  private List<Message> read(String subjects, long after, long max, boolean headersOnly) {
    return NatsErrors.told(
        "read " + subjects + " in " + stream,
        () -> {
          List<Message> all = new ArrayList<>();
          long position = after;
          for (int tries = 0; tries < TRIES; tries++) {
            Part part = read(reader(subjects, position, headersOnly), max - all.size());
            all.addAll(part.messages());
            if (part.complete()) {
              return all;
            }
            position = all.isEmpty() ? after : all.getLast().metaData().streamSequence();
          }
          throw new IOException("messages are pending, but none arrived");
        });
  }

  private static ConsumerConfiguration reader(String subjects, long after, boolean headersOnly) {
    return ConsumerConfiguration.builder()
        // Older servers refuse a filter that is wider than the subjects of the stream.
        .filterSubject(subjects.equals(EVERY_SUBJECT) ? null : subjects)
        .deliverPolicy(DeliverPolicy.ByStartSequence)
        .startSequence(after + 1)
        .headersOnly(headersOnly)
        .ackPolicy(AckPolicy.None)
        .inactiveThreshold(FORGOTTEN_AFTER)
        .memStorage(true)
        .numReplicas(1)
        .build();
  }

  /// The messages of one consumer. A fetch may return nothing although messages are pending, if the
  /// broker or this machine is slow. They then count as delivered, so another consumer must
  /// continue.
  private record Part(List<Message> messages, boolean complete) {}

  private Part read(ConsumerConfiguration reader, long max)
      throws IOException, JetStreamApiException, InterruptedException {
    ConsumerInfo consumer = link.management().addOrUpdateConsumer(stream, reader);
    long left = Math.min(max, consumer.getNumPending());
    List<Message> all = new ArrayList<>();
    boolean arriving = true;
    while (left > 0 && arriving) {
      List<Message> some = fetch(consumer.getName(), (int) Math.min(left, ROUND));
      all.addAll(some);
      left -= some.size();
      arriving = !some.isEmpty();
    }
    delete(consumer.getName());
    return new Part(all, left == 0);
  }

  /// Without waiting for an answer: the broker deletes an unused consumer anyway.
  private void delete(String consumer) {
    link.connection().publish(DELETE + stream + "." + consumer, new byte[0]);
  }

  /// The messages that a consumer has now, without waiting for more. The broker sends them to a
  /// subject of their own, and a status after the last one if there are fewer.
  private List<Message> fetch(String consumer, int count) throws InterruptedException {
    List<Message> messages = new ArrayList<>(count);
    Subscription answers = link.connection().subscribe(link.connection().createInbox());
    try {
      answers.setPendingLimits(-1, -1);
      link.connection()
          .publish(NEXT + stream + "." + consumer, answers.getSubject(), request(count));
      Message next = answers.nextMessage(NatsLink.PATIENCE);
      while (next != null && !next.isStatusMessage()) {
        messages.add(next);
        next = messages.size() < count ? answers.nextMessage(NatsLink.PATIENCE) : null;
      }
      return messages;
    } finally {
      answers.unsubscribe();
    }
  }

  private static byte[] request(int count) {
    return ("{\"batch\":" + count + ",\"no_wait\":true}").getBytes(StandardCharsets.US_ASCII);
  }

  /// The messages that a lasting consumer has now, without waiting for more.
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
