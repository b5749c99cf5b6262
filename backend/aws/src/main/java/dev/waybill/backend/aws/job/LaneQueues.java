package dev.waybill.backend.aws.job;

import dev.waybill.backend.aws.link.AwsLink;
import dev.waybill.backend.aws.link.Queues;
import dev.waybill.spi.QueueKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/// The SQS queues of lanes: one for each queue and priority.
final class LaneQueues {

  static final int AT_ONCE = 10;

  /// A tenant of its own is what most servers have; its queues are named without it.
  private static final String DEFAULT_TENANT = dev.waybill.Waybill.DEFAULT_TENANT;

  private static final List<String> SUFFIXES = List.of("-high", "", "-low");

  /// A queue and a priority.
  record Lane(QueueKey queue, int number) {}

  /// A message that names a job.
  ///
  /// @param delay how long SQS holds it back
  record Bell(String job, int attempt, Duration delay) {}

  private final AwsLink link;
  private final Queues queues;
  private final Map<Lane, String> urls = new ConcurrentHashMap<>();

  LaneQueues(AwsLink link) {
    this.link = link;
    this.queues = new Queues(link);
  }

  /// The name of the SQS queue of a lane.
  String name(Lane lane) {
    QueueKey queue = lane.queue();
    String tenant = queue.tenant().equals(DEFAULT_TENANT) ? "" : queue.tenant() + ".";
    return link.layout().queue(tenant + queue.queue() + SUFFIXES.get(lane.number()));
  }

  private String url(Lane lane) {
    return urls.computeIfAbsent(lane, this::open);
  }

  private String open(Lane lane) {
    String chosen =
        lane.number() == 1 ? link.config().names().queues().get(lane.queue().queue()) : null;
    if (chosen != null) {
      return chosen;
    }
    String name = name(lane);
    return queues
        .find(name)
        .orElseGet(
            () -> {
              if (!link.config().create()) {
                throw new dev.waybill.WaybillException(
                    dev.waybill.Code.STORE_FAILED,
                    "the SQS queue " + name + " does not exist; run waybill provision");
              }
              return queues.create(name);
            });
  }

  /// Sends at most [#AT_ONCE] messages.
  void send(Lane lane, List<Bell> bells) {
    List<SendMessageBatchRequestEntry> entries = new ArrayList<>();
    for (Bell bell : bells) {
      entries.add(
          SendMessageBatchRequestEntry.builder()
              .id(Integer.toString(entries.size()))
              .messageBody(BellJson.write(bell, lane.queue().queue()))
              .delaySeconds((int) ceilSeconds(bell.delay()))
              .build());
    }
    String url = url(lane);
    link.sqs(
        "send to " + url,
        client -> client.sendMessageBatch(call -> call.queueUrl(url).entries(entries)));
  }

  private static long ceilSeconds(Duration delay) {
    return delay.plusMillis(999).toSeconds();
  }

  /// Messages of the lane; waits while there are none.
  List<Message> receive(Lane lane, Duration patience) {
    String url = url(lane);
    return link.sqs(
            "receive from " + url,
            client ->
                client.receiveMessage(
                    call ->
                        call.queueUrl(url)
                            .maxNumberOfMessages(AT_ONCE)
                            .waitTimeSeconds((int) patience.toSeconds())))
        .messages();
  }

  /// Deletes at most [#AT_ONCE] messages. A message that stays is found to be outdated when it is
  /// received again.
  void delete(Lane lane, List<String> receipts) {
    List<DeleteMessageBatchRequestEntry> entries = new ArrayList<>();
    for (String receipt : receipts) {
      entries.add(
          DeleteMessageBatchRequestEntry.builder()
              .id(Integer.toString(entries.size()))
              .receiptHandle(receipt)
              .build());
    }
    String url = url(lane);
    link.sqs(
        "delete from " + url,
        client -> client.deleteMessageBatch(call -> call.queueUrl(url).entries(entries)));
  }
}
