package dev.waybill.bus.sns;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.lang.System.Logger.Level;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.sns.model.Subscription;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/// Creates the topic, the queues with their queues of dead letters, and the subscriptions of a
/// binding with `create=true`. What exists stays as it is, except the filter and the format of the
/// subscriptions, and a queue without a policy gets one.
final class SnsSetup {

  private static final System.Logger LOG = System.getLogger(SnsSetup.class.getName());

  private static final String FOURTEEN_DAYS = "1209600";

  private final SnsBinding binding;
  private final SnsLink link;
  private boolean done;

  SnsSetup(SnsBinding binding, SnsLink link) {
    this.binding = binding;
    this.link = link;
  }

  /// Returns when all exists; does nothing without `create=true`.
  synchronized void ensure() {
    if (!done && binding.bound().has("create")) {
      create();
    }
    done = true;
  }

  private void create() {
    String arn =
        link.sns(client -> client.createTopic(call -> call.name(binding.name()))).topicArn();
    if (!arn.equals(binding.arn())) {
      throw new WaybillException(
          Code.UNAVAILABLE,
          "the credentials create %s, not %s; use the account and region of the credentials"
              .formatted(arn, binding.arn()));
    }
    binding.subscriptions().forEach(this::create);
  }

  private void create(SqsSubscription subscription) {
    String queueArn = queue(subscription.queue());
    Optional<String> known = find(queueArn);
    if (known.isEmpty()) {
      link.sns(
          client ->
              client.subscribe(
                  call ->
                      call.topicArn(binding.arn())
                          .protocol("sqs")
                          .endpoint(queueArn)
                          .attributes(subscription.attributes())));
    } else {
      subscription.changes().forEach((name, value) -> set(known.get(), name, value));
    }
  }

  private void set(String subscriptionArn, String name, String value) {
    link.sns(
        client ->
            client.setSubscriptionAttributes(
                call ->
                    call.subscriptionArn(subscriptionArn)
                        .attributeName(name)
                        .attributeValue(value)));
  }

  private Optional<String> find(String queueArn) {
    return link.sns(
        client ->
            client
                .listSubscriptionsByTopicPaginator(call -> call.topicArn(binding.arn()))
                .subscriptions()
                .stream()
                .filter(one -> queueArn.equals(one.endpoint()))
                .map(Subscription::subscriptionArn)
                .findFirst());
  }

  /// Returns the ARN of the queue.
  private String queue(String name) {
    Optional<String> known = link.queueUrl(name);
    if (known.isPresent()) {
      allow(known.get());
      return arn(known.get());
    }
    String dead = arn(created(name + "-dlq", Map.of()));
    return arn(
        created(
            name,
            Map.of(
                QueueAttributeName.VISIBILITY_TIMEOUT,
                "300",
                QueueAttributeName.RECEIVE_MESSAGE_WAIT_TIME_SECONDS,
                "20",
                QueueAttributeName.REDRIVE_POLICY,
                "{\"deadLetterTargetArn\":\"%s\",\"maxReceiveCount\":3}".formatted(dead),
                QueueAttributeName.POLICY,
                policy(dead.substring(0, dead.length() - "-dlq".length())))));
  }

  /// Lets the topic send to a queue that exists, unless the queue has a policy of its own.
  private void allow(String url) {
    String policy = attribute(url, QueueAttributeName.POLICY);
    if (policy.isEmpty()) {
      link.sqs(
          client ->
              client.setQueueAttributes(
                  call ->
                      call.queueUrl(url)
                          .attributes(Map.of(QueueAttributeName.POLICY, policy(arn(url))))));
    } else if (!policy.contains(binding.arn())) {
      LOG.log(
          Level.WARNING,
          "the policy of {0} does not name {1}: let the topic send to it, or events do not arrive",
          url,
          binding.arn());
    }
  }

  private String created(String name, Map<QueueAttributeName, String> more) {
    Map<QueueAttributeName, String> attributes = new EnumMap<>(QueueAttributeName.class);
    attributes.put(QueueAttributeName.MESSAGE_RETENTION_PERIOD, FOURTEEN_DAYS);
    attributes.put(QueueAttributeName.SQS_MANAGED_SSE_ENABLED, "true");
    attributes.putAll(more);
    return link.sqs(
            client -> client.createQueue(call -> call.queueName(name).attributes(attributes)))
        .queueUrl();
  }

  private String arn(String url) {
    return attribute(url, QueueAttributeName.QUEUE_ARN);
  }

  /// Empty if the queue does not have it.
  private String attribute(String url, QueueAttributeName name) {
    return link.sqs(
            client -> client.getQueueAttributes(call -> call.queueUrl(url).attributeNames(name)))
        .attributes()
        .getOrDefault(name, "");
  }

  /// Only this topic may send to the queue.
  private String policy(String queueArn) {
    return """
        {"Version":"2012-10-17","Statement":[{"Effect":"Allow",\
        "Principal":{"Service":"sns.amazonaws.com"},"Action":"sqs:SendMessage","Resource":"%s",\
        "Condition":{"ArnEquals":{"aws:SourceArn":"%s"}}}]}"""
        .formatted(queueArn, binding.arn());
  }
}
