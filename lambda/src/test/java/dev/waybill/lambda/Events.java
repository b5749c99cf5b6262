package dev.waybill.lambda;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Events as Lambda sends them for queues of SQS.
final class Events {

  private Events() {}

  /// Messages `m0`, `m1` and so on with these bodies.
  static String of(String... bodies) {
    return IntStream.range(0, bodies.length)
        .mapToObj(i -> message("m" + i, bodies[i], "queue"))
        .collect(Collectors.joining(",", "{\"Records\":[", "]}"));
  }

  static String fifo(String... bodies) {
    return of(bodies).replace(":queue\"", ":queue.fifo\"");
  }

  static String message(String id, String body, String queue) {
    return """
        {"messageId": "%s", "receiptHandle": "AQEBwJnKyrHigUMZj6rYigCgxlaS3SLy0a",
         "body": "%s",
         "attributes": {"ApproximateReceiveCount": "2", "SentTimestamp": "1545082649183",
           "SenderId": "AIDAIENQZJOLO23YVJ4VO",
           "ApproximateFirstReceiveTimestamp": "1545082649185"},
         "messageAttributes": {"JobType": {"stringValue": "document_ingestion",
           "stringListValues": [], "binaryListValues": [], "dataType": "String"}},
         "md5OfBody": "098f6bcd4621d373cade4e832627b4f6", "eventSource": "aws:sqs",
         "eventSourceARN": "arn:aws:sqs:us-east-1:123456789012:%s", "awsRegion": "us-east-1"}"""
        .formatted(id, body.replace("\\", "\\\\").replace("\"", "\\\""), queue);
  }

  static String failures(String... ids) {
    return Arrays.stream(ids)
        .map("{\"itemIdentifier\":\"%s\"}"::formatted)
        .collect(Collectors.joining(",", "{\"batchItemFailures\":[", "]}"));
  }
}
