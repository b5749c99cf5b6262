package dev.waybill.bus.sns;

import dev.waybill.base.Text;
import dev.waybill.bus.binding.BindingOptions;
import dev.waybill.bus.binding.BindingText;
import dev.waybill.bus.binding.BoundTopic;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A topic and the topic of SNS it is bound to, from a setting such as
/// `messages=arn:aws:sns:us-east-1:123456789012:messages-dev?queue=message-queue-dev`.
///
/// @param region the region of the topic and its queues
/// @param name the last part of the ARN
/// @param subscriptions the subscriptions in SNS that the binding keeps
public record SnsBinding(
    BoundTopic bound, String arn, String region, String name, List<SqsSubscription> subscriptions) {

  private static final Pattern ARN =
      Pattern.compile(
          "arn:aws[a-z-]*:sns:(?<region>[a-z0-9-]+):[0-9]{12}:(?<name>[A-Za-z0-9_-]{1,256})");

  private static final Pattern QUEUE_NAME = Pattern.compile("[A-Za-z0-9_-]{1,76}");

  private static final BindingOptions OPTIONS =
      new BindingOptions(
          "a topic of SNS",
          Map.of(
              "tenant", "default",
              "direction", "both",
              "queue", "",
              "type", "",
              "raw", "false",
              "create", "false",
              "subscriptions", "",
              "endpoint", ""),
          Map.of(
              "direction", Set.of("in", "out", "both"),
              "raw", Set.of("true", "false"),
              "create", Set.of("true", "false")));

  public SnsBinding {
    subscriptions = List.copyOf(subscriptions);
  }

  public static boolean isArn(String address) {
    return address.startsWith("arn:");
  }

  /// A topic can be bound to one topic of SNS, and a queue can be read by one binding.
  public static List<SnsBinding> parseAll(List<BindingText> texts) {
    List<SnsBinding> all = new ArrayList<>();
    for (BindingText text : texts) {
      SnsBinding one = parse(text);
      for (SnsBinding other : all) {
        if (other.bound.topic().equals(one.bound.topic()) || other.arn.equals(one.arn)) {
          throw BindingText.invalid("the topic " + Text.quote(one.name) + " is bound twice");
        }
      }
      all.add(one);
    }
    return all;
  }

  private static SnsBinding parse(BindingText text) {
    Matcher arn = ARN.matcher(text.address());
    if (!arn.matches()) {
      throw BindingText.invalid(
          text.address().endsWith(".fifo")
              ? "FIFO topics of SNS cannot be bound; use a standard topic"
              : text.shown() + " must be like arn:aws:sns:us-east-1:123456789012:messages-dev");
    }
    BoundTopic bound =
        new BoundTopic(text.topic(), "sns", arn.group("name"), OPTIONS.parse(text.query()));
    checkQueue(bound);
    checkEndpoint(bound);
    return new SnsBinding(
        bound,
        text.address(),
        arn.group("region"),
        arn.group("name"),
        SqsSubscription.ofBinding(bound));
  }

  private static void checkQueue(BoundTopic bound) {
    String queue = bound.option("queue");
    if (bound.reads() && queue.isEmpty()) {
      throw BindingText.invalid(
          "name the queue of SQS to read, as in queue=messages-dev, or write direction=out");
    }
    if (!queue.isEmpty() && !isQueueName(queue)) {
      throw BindingText.invalid(
          "queue %s is invalid: use letters, digits, '_' and '-' (at most 76 characters)"
              .formatted(Text.quote(queue)));
    }
  }

  /// Up to 76 characters, because `-dlq` is appended for dead letters.
  static boolean isQueueName(String name) {
    return QUEUE_NAME.matcher(name).matches();
  }

  private static void checkEndpoint(BoundTopic bound) {
    String endpoint = bound.option("endpoint");
    if (!endpoint.isEmpty() && !endpoint.matches("https?://[^/?#\\s]+/?")) {
      throw BindingText.invalid(
          "endpoint %s must be a URL such as http://localhost:4566"
              .formatted(Text.quote(endpoint)));
    }
  }

  /// The address of an emulator or a private endpoint.
  Optional<URI> endpoint() {
    String endpoint = bound.option("endpoint");
    return endpoint.isEmpty() ? Optional.empty() : Optional.of(URI.create(endpoint));
  }

  String queue() {
    return bound.option("queue");
  }

  @Override
  public String toString() {
    return bound.topic() + "=" + arn;
  }
}
