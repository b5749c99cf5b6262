package dev.waybill.bus.sns;

import dev.waybill.conformance.FauxqsProcess;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;

/// Another program that uses SNS and SQS by the SDK and knows nothing of Waybill, and the emulator.
final class Aws implements AutoCloseable {

  static final String ACCOUNT = "arn:aws:sns:us-east-1:000000000000:";

  private final FauxqsProcess server = new FauxqsProcess(Path.of("../.."));
  private final StaticCredentialsProvider login =
      StaticCredentialsProvider.create(AwsBasicCredentials.create("other", "other"));
  final SnsClient sns =
      SnsClient.builder()
          .httpClient(Apache5HttpClient.create())
          .region(Region.US_EAST_1)
          .endpointOverride(URI.create(server.url()))
          .credentialsProvider(login)
          .build();
  final SqsClient sqs =
      SqsClient.builder()
          .httpClient(Apache5HttpClient.create())
          .region(Region.US_EAST_1)
          .endpointOverride(URI.create(server.url()))
          .credentialsProvider(login)
          .build();

  String url() {
    return server.url();
  }

  String queueUrl(String name) {
    return sqs.getQueueUrl(call -> call.queueName(name)).queueUrl();
  }

  void send(String queue, String body, Map<String, String> attributes) {
    sqs.sendMessage(
        call ->
            call.queueUrl(queueUrl(queue))
                .messageBody(body)
                .messageAttributes(
                    attributes.entrySet().stream()
                        .collect(
                            Collectors.toMap(
                                Map.Entry::getKey,
                                one ->
                                    software.amazon.awssdk.services.sqs.model.MessageAttributeValue
                                        .builder()
                                        .dataType("String")
                                        .stringValue(one.getValue())
                                        .build()))));
  }

  void publish(String topicArn, String body, Map<String, String> attributes) {
    sns.publish(
        call ->
            call.topicArn(topicArn)
                .message(body)
                .messageAttributes(
                    attributes.entrySet().stream()
                        .collect(
                            Collectors.toMap(
                                Map.Entry::getKey,
                                one ->
                                    software.amazon.awssdk.services.sns.model.MessageAttributeValue
                                        .builder()
                                        .dataType("String")
                                        .stringValue(one.getValue())
                                        .build()))));
  }

  /// Waits up to 20 seconds for messages, and deletes them.
  List<Message> receive(String queue) {
    String url = queueUrl(queue);
    List<Message> messages =
        sqs.receiveMessage(
                call ->
                    call.queueUrl(url)
                        .maxNumberOfMessages(10)
                        .waitTimeSeconds(20)
                        .messageAttributeNames("All"))
            .messages();
    messages.forEach(
        one -> sqs.deleteMessage(call -> call.queueUrl(url).receiptHandle(one.receiptHandle())));
    return messages;
  }

  /// The number of messages that wait or are in flight.
  int size(String queue) {
    return sqs
        .getQueueAttributes(call -> call.queueUrl(queueUrl(queue)).attributeNamesWithStrings("All"))
        .attributesAsStrings()
        .entrySet()
        .stream()
        .filter(one -> one.getKey().startsWith("ApproximateNumberOfMessages"))
        .mapToInt(one -> Integer.parseInt(one.getValue()))
        .sum();
  }

  @Override
  public void close() {
    sns.close();
    sqs.close();
    server.close();
  }
}
