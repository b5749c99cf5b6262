package dev.waybill.backend.aws.job;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.backend.aws.link.AwsErrors;
import dev.waybill.backend.aws.link.AwsLayout;
import dev.waybill.backend.aws.link.AwsLink;
import dev.waybill.backend.aws.link.Queues;
import dev.waybill.spi.QueueKey;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/// The SQS queues of lanes: one for each queue and priority. A queue that was deleted is looked up,
/// and if allowed created, again. Nothing is sent to or received from a queue that is missing.
final class LaneQueues {

  static final int AT_ONCE = 10;

  private static final System.Logger LOG = System.getLogger(LaneQueues.class.getName());

  /// How long a queue that was not found is believed to be missing.
  private static final Duration MISSING_FOR = Duration.ofMinutes(5);

  private static final int SENDS = 4;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

  /// A tenant of its own is what most servers have; its queues are named without it.
  private static final String DEFAULT_TENANT = dev.waybill.Waybill.DEFAULT_TENANT;

  /// A queue and a priority.
  record Lane(QueueKey queue, int number) {}

  /// A message that names a job.
  ///
  /// @param delay how long SQS holds it back
  /// @param whole what is sent instead of the name of the job alone; null for nothing
  record Bell(String job, int attempt, Duration delay, @Nullable Whole whole) {

    Bell(String job, int attempt, Duration delay) {
      this(job, attempt, delay, null);
    }
  }

  /// A body and attributes for other programs, such as functions of Lambda.
  record Whole(String body, Map<String, MessageAttributeValue> attributes) {}

  private final AwsLink link;
  private final Queues queues;
  private final Map<Lane, String> urls = new ConcurrentHashMap<>();

  /// When a lane was found to have no queue, by `System.nanoTime`.
  private final Map<Lane, Long> missing = new ConcurrentHashMap<>();

  private final Set<QueueKey> reported = ConcurrentHashMap.newKeySet();

  LaneQueues(AwsLink link) {
    this.link = link;
    this.queues = new Queues(link);
  }

  /// The name of the SQS queue of a lane.
  String name(Lane lane) {
    QueueKey queue = lane.queue();
    String tenant = queue.tenant().equals(DEFAULT_TENANT) ? "" : queue.tenant() + ".";
    return link.layout().queue(tenant + queue.queue() + AwsLayout.LANES.get(lane.number()));
  }

  /// Whether the lane has an SQS queue, which is created if that is allowed.
  boolean exists(Lane lane) {
    return url(lane).isPresent();
  }

  private Optional<String> url(Lane lane) {
    String known = urls.get(lane);
    if (known != null || isMissing(lane)) {
      return Optional.ofNullable(known);
    }
    Optional<String> found = open(lane);
    found.ifPresentOrElse(url -> urls.put(lane, url), () -> miss(lane));
    return found;
  }

  private boolean isMissing(Lane lane) {
    Long since = missing.get(lane);
    return since != null && System.nanoTime() - since < MISSING_FOR.toNanos();
  }

  private Optional<String> open(Lane lane) {
    String chosen =
        lane.number() == 1 ? link.config().names().queues().get(lane.queue().queue()) : null;
    if (chosen != null) {
      return Optional.of(chosen);
    }
    String name = name(lane);
    Optional<String> found = queues.find(name);
    return found.isEmpty() && link.config().create() ? Optional.of(queues.create(name)) : found;
  }

  private void miss(Lane lane) {
    missing.put(lane, System.nanoTime());
    if (reported.add(lane.queue())) {
      LOG.log(
          Level.WARNING,
          "the queue {0} has no SQS queue {1}: its jobs are found by asking DynamoDB every second."
              + " Add {0} to store.sqs.provision and run waybill provision, or set"
              + " store.aws.create",
          lane.queue().queue(),
          name(lane));
    }
  }

  /// Calls SQS with the URL of the lane; empty if it has no queue.
  private <T> Optional<T> ask(Lane lane, String doing, BiFunction<SqsClient, String, T> call) {
    Optional<T> answer = askOnce(lane, doing, call);
    boolean wasDeleted = answer.isEmpty() && !isMissing(lane);
    Optional<T> again = wasDeleted ? askOnce(lane, doing, call) : answer;
    if (again.isEmpty() && !isMissing(lane)) {
      miss(lane);
    }
    return again;
  }

  private <T> Optional<T> askOnce(Lane lane, String doing, BiFunction<SqsClient, String, T> call) {
    Optional<String> url = url(lane);
    try {
      return url.map(at -> link.sqs(doing + " " + at, client -> call.apply(client, at)));
    } catch (SdkException deleted) {
      if (!AwsErrors.isMissing(deleted)) {
        throw deleted;
      }
      urls.remove(lane, url.orElseThrow());
      return Optional.empty();
    }
  }

  /// Sends at most [#AT_ONCE] messages; nothing if the lane has no queue. Messages that SQS refuses
  /// in passing are sent again.
  void send(Lane lane, List<Bell> bells) {
    List<Bell> rest = sendOnce(lane, bells);
    for (int tries = 1; !rest.isEmpty(); tries++) {
      if (tries == SENDS) {
        throw new WaybillException(
            Code.UNAVAILABLE, "SQS did not accept " + rest.size() + " messages of " + name(lane));
      }
      link.counts().retriedBatch("SQS", "SendMessageBatch");
      link.retries().pause(FIRST_PAUSE.multipliedBy(1L << tries));
      rest = sendOnce(lane, rest);
    }
  }

  /// Returns the messages to send again.
  private List<Bell> sendOnce(Lane lane, List<Bell> bells) {
    List<SendMessageBatchRequestEntry> entries = new ArrayList<>();
    for (Bell bell : bells) {
      entries.add(entry(Integer.toString(entries.size()), bell, lane));
    }
    return ask(
            lane,
            "send to",
            (client, url) -> client.sendMessageBatch(call -> call.queueUrl(url).entries(entries)))
        .map(
            answer ->
                answer.failed().stream()
                    .filter(LaneQueues::isPassing)
                    .map(failed -> bells.get(Integer.parseInt(failed.id())))
                    .toList())
        .orElse(List.of());
  }

  private static SendMessageBatchRequestEntry entry(String id, Bell bell, Lane lane) {
    Whole whole = bell.whole();
    SendMessageBatchRequestEntry.Builder entry =
        SendMessageBatchRequestEntry.builder().id(id).delaySeconds((int) ceilSeconds(bell.delay()));
    return whole == null
        ? entry.messageBody(BellJson.write(bell, lane.queue().queue())).build()
        : entry.messageBody(whole.body()).messageAttributes(whole.attributes()).build();
  }

  private static boolean isPassing(BatchResultErrorEntry failed) {
    if (Boolean.TRUE.equals(failed.senderFault())) {
      LOG.log(Level.WARNING, "SQS refuses a message: {0}: {1}", failed.code(), failed.message());
      return false;
    }
    return true;
  }

  private static long ceilSeconds(Duration delay) {
    return delay.plusMillis(999).toSeconds();
  }

  /// As below, at most [#AT_ONCE] messages.
  List<Message> receive(Lane lane, Duration patience) {
    return receive(lane, AT_ONCE, patience);
  }

  /// Messages of the lane; waits while there are none. Empty at once if the lane has no queue.
  List<Message> receive(Lane lane, int most, Duration patience) {
    return ask(
            lane,
            "receive from",
            (client, url) ->
                client
                    .receiveMessage(
                        call ->
                            call.queueUrl(url)
                                .maxNumberOfMessages(most)
                                .waitTimeSeconds((int) patience.toSeconds()))
                    .messages())
        .orElse(List.of());
  }

  /// Deletes messages. A message that stays is found to be outdated when it is received again.
  void delete(Lane lane, List<String> receipts) {
    for (int from = 0; from < receipts.size(); from += AT_ONCE) {
      deleteSome(lane, receipts.subList(from, Math.min(receipts.size(), from + AT_ONCE)));
    }
  }

  private void deleteSome(Lane lane, List<String> receipts) {
    List<DeleteMessageBatchRequestEntry> entries = new ArrayList<>();
    for (String receipt : receipts) {
      entries.add(
          DeleteMessageBatchRequestEntry.builder()
              .id(Integer.toString(entries.size()))
              .receiptHandle(receipt)
              .build());
    }
    ask(
        lane,
        "delete from",
        (client, url) -> client.deleteMessageBatch(call -> call.queueUrl(url).entries(entries)));
  }
}
