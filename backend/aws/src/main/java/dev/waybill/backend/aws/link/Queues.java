package dev.waybill.backend.aws.link;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;

/// Finds and creates queues of SQS, each with a queue of dead letters.
public final class Queues {

  public static final int RECEIVES_BEFORE_DEAD = 3;
  public static final Duration LONG_POLL = Duration.ofSeconds(20);
  public static final Duration RETENTION = Duration.ofDays(14);

  private static final Pattern RECEIVES =
      Pattern.compile("\"maxReceiveCount\"\\s*:\\s*\"?" + RECEIVES_BEFORE_DEAD + "\\b");

  private final AwsLink link;

  public Queues(AwsLink link) {
    this.link = link;
  }

  /// The URL of a queue by its name in SQS; empty if there is none.
  public Optional<String> find(String name) {
    try {
      return Optional.of(
          link.sqs(
              "find the queue " + name,
              client -> client.getQueueUrl(call -> call.queueName(name)).queueUrl()));
    } catch (QueueDoesNotExistException none) {
      return Optional.empty();
    }
  }

  /// Creates a queue and its queue of dead letters; returns its URL. Nothing happens if they exist
  /// with the same attributes.
  public String create(String name) {
    String dead = arn(create(AwsLayout.deadLetters(name), deadLetters()));
    return create(name, attributes(dead));
  }

  private String create(String name, Map<QueueAttributeName, String> attributes) {
    return link.sqs(
        "create the queue " + name,
        client ->
            client.createQueue(call -> call.queueName(name).attributes(attributes)).queueUrl());
  }

  /// The attributes of a queue of dead letters.
  public static Map<QueueAttributeName, String> deadLetters() {
    Map<QueueAttributeName, String> attributes = new EnumMap<>(QueueAttributeName.class);
    attributes.put(QueueAttributeName.MESSAGE_RETENTION_PERIOD, seconds(RETENTION));
    attributes.put(QueueAttributeName.SQS_MANAGED_SSE_ENABLED, "true");
    return attributes;
  }

  /// The attributes of a queue.
  ///
  /// @param deadArn the ARN of its queue of dead letters
  public Map<QueueAttributeName, String> attributes(String deadArn) {
    Map<QueueAttributeName, String> attributes = deadLetters();
    attributes.put(
        QueueAttributeName.VISIBILITY_TIMEOUT, seconds(link.config().storage().visibility()));
    attributes.put(QueueAttributeName.RECEIVE_MESSAGE_WAIT_TIME_SECONDS, seconds(LONG_POLL));
    attributes.put(
        QueueAttributeName.REDRIVE_POLICY,
        "{\"deadLetterTargetArn\":\"%s\",\"maxReceiveCount\":%d}"
            .formatted(deadArn, RECEIVES_BEFORE_DEAD));
    return attributes;
  }

  private static String seconds(Duration time) {
    return String.valueOf(time.toSeconds());
  }

  public boolean hasUrl(String url) {
    try {
      attributesOf(url);
      return true;
    } catch (QueueDoesNotExistException none) {
      return false;
    }
  }

  /// How a queue differs from one that [#create] makes, for people. Attributes that SQS does not
  /// tell are not compared.
  public List<String> drift(String url) {
    Map<QueueAttributeName, String> found = attributesOf(url);
    List<String> drift = new ArrayList<>();
    attributes("")
        .forEach(
            (name, wanted) -> {
              String seen = found.getOrDefault(name, wanted);
              if (name != QueueAttributeName.REDRIVE_POLICY && !seen.equals(wanted)) {
                drift.add(name + " is " + seen + ", not " + wanted);
              }
            });
    String redrive = found.getOrDefault(QueueAttributeName.REDRIVE_POLICY, "");
    if (!RECEIVES.matcher(redrive).find()) {
      drift.add(
          redrive.isEmpty()
              ? "it has no queue of dead letters"
              : "its redrive policy is %s, not after %d receives"
                  .formatted(redrive, RECEIVES_BEFORE_DEAD));
    }
    return drift;
  }

  public String arn(String url) {
    return attributesOf(url).getOrDefault(QueueAttributeName.QUEUE_ARN, "");
  }

  /// All attributes of an existing queue.
  public Map<QueueAttributeName, String> attributesOf(String url) {
    return link.sqs(
            "read the attributes of " + url,
            client ->
                client.getQueueAttributes(
                    call -> call.queueUrl(url).attributeNames(QueueAttributeName.ALL)))
        .attributes();
  }
}
