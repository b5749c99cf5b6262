package dev.waybill.lambda;

import java.util.Map;

/// A message of SQS, as Lambda passes it to a function.
///
/// @param body as it is in the queue
/// @param message the event: the content of a notification of SNS, else the body
/// @param attributes the message attributes that are text or numbers, by name; those of the
///     notification if the body is one
/// @param receiveCount how often SQS has delivered the message, this time included
/// @param queueArn the ARN of the queue
public record SqsRecord(
    String messageId,
    String body,
    String message,
    Map<String, String> attributes,
    int receiveCount,
    String queueArn) {

  public SqsRecord {
    attributes = Map.copyOf(attributes);
  }
}
