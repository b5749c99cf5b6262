package dev.waybill.backend.aws;

import dev.waybill.backend.aws.link.AlarmPlan;
import dev.waybill.backend.aws.link.Alarms;
import dev.waybill.backend.aws.link.AwsConfig;
import dev.waybill.backend.aws.link.AwsLayout;
import dev.waybill.backend.aws.link.Queues;
import dev.waybill.backend.aws.link.TablePlan;
import dev.waybill.backend.aws.link.TablePlan.Index;
import dev.waybill.backend.aws.link.TablePlan.IndexKey;
import dev.waybill.backend.aws.link.TablePlan.Part;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/// Writes the CloudFormation template from the plans by which servers create tables and queues.
final class TemplateText {

  /// What a server does. Transactions need the rights of their parts.
  static final List<String> TABLE_ACTIONS =
      List.of(
          "dynamodb:BatchGetItem",
          "dynamodb:BatchWriteItem",
          "dynamodb:DeleteItem",
          "dynamodb:DescribeTable",
          "dynamodb:GetItem",
          "dynamodb:PutItem",
          "dynamodb:Query",
          "dynamodb:UpdateItem");

  static final List<String> QUEUE_ACTIONS =
      List.of("sqs:DeleteMessage", "sqs:GetQueueUrl", "sqs:ReceiveMessage", "sqs:SendMessage");

  static final List<String> OBJECT_ACTIONS =
      List.of("s3:AbortMultipartUpload", "s3:DeleteObject", "s3:GetObject", "s3:PutObject");

  /// Placeholders that the template replaces by its parameters.
  private static final AwsLayout LAYOUT =
      new AwsLayout(
          AwsConfig.of("us-east-1", new AwsConfig.Endpoints(null, null, null), Path.of("."))
              .withNames(new AwsConfig.Names("PREFIX", "ENV", Map.of(), Map.of())));

  private final StringBuilder text = new StringBuilder();

  static String write() {
    TemplateText template = new TemplateText();
    template.head();
    AwsResources.tables(LAYOUT).forEach(template::table);
    AwsLayout.LANES.forEach(template::lane);
    template.bucket();
    template.policies();
    return template.text.toString();
  }

  private void head() {
    text.append(
        """
        AWSTemplateFormatVersion: "2010-09-09"
        Description: Tables, queues, bucket, alarms and policies of Waybill
        Parameters:
          Prefix:
            Type: String
            Default: waybill
          Environment:
            Type: String
            Default: prod
          Queue:
            Type: String
            Default: default
            Description: Name of a queue of Waybill; deploy the queues of others by a copy of its twelve resources
          AlarmAction:
            Type: String
            Default: ""
            Description: ARN that alarms notify, such as that of a topic of SNS; empty for none
        Conditions:
          HasAlarmAction: !Not [!Equals [!Ref AlarmAction, ""]]
        Resources:
        """);
  }

  private static String named(String name) {
    return "!Sub \"" + parameters(name) + "\"";
  }

  /// The name of the bucket is in lower case.
  private static String parameters(String name) {
    return name.replaceFirst("PREFIX|prefix", "\\${Prefix}")
        .replaceFirst("ENV|(?<=-)env", "\\${Environment}")
        .replace("QUEUE", "${Queue}");
  }

  private static String resource(String name) {
    StringBuilder resource = new StringBuilder();
    for (String word : name.replaceFirst("^PREFIX_ENV_", "").split("[_-]", -1)) {
      if (!word.isEmpty()) {
        resource.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
      }
    }
    return resource.toString();
  }

  private void table(TablePlan plan) {
    line(2, resource(plan.name()) + "Table:");
    line(4, "Type: AWS::DynamoDB::Table");
    line(4, "DeletionPolicy: Retain");
    line(4, "UpdateReplacePolicy: Retain");
    line(4, "Properties:");
    line(6, "TableName: " + named(plan.name()));
    line(6, "BillingMode: PAY_PER_REQUEST");
    line(6, "SSESpecification: {SSEEnabled: false}  # encrypted with a key that DynamoDB owns");
    line(6, "PointInTimeRecoverySpecification: {PointInTimeRecoveryEnabled: true}");
    line(6, "AttributeDefinitions:");
    attributes(plan)
        .forEach(
            (name, type) ->
                line(8, "- {AttributeName: " + name + ", AttributeType: " + type + "}"));
    line(6, "KeySchema: " + schema(plan.key()));
    indexes("LocalSecondaryIndexes", plan.indexes().stream().filter(Index::local).toList());
    indexes("GlobalSecondaryIndexes", plan.indexes().stream().filter(i -> !i.local()).toList());
    if (plan.expires() != null) {
      line(6, "TimeToLiveSpecification: {AttributeName: " + plan.expires() + ", Enabled: true}");
    }
    if (plan.streams()) {
      line(6, "StreamSpecification: {StreamViewType: NEW_IMAGE}");
    }
  }

  private static Map<String, ScalarAttributeType> attributes(TablePlan plan) {
    Map<String, ScalarAttributeType> types = new TreeMap<>();
    Stream.concat(Stream.of(plan.key()), plan.indexes().stream().map(Index::key))
        .flatMap(TemplateText::parts)
        .forEach(part -> types.put(part.name(), part.type()));
    return types;
  }

  private static Stream<Part> parts(IndexKey key) {
    return Stream.of(key.hash(), key.range()).filter(Objects::nonNull);
  }

  private static String schema(IndexKey key) {
    List<String> parts = new ArrayList<>();
    parts(key)
        .forEach(
            part ->
                parts.add(
                    "{AttributeName: %s, KeyType: %s}"
                        .formatted(part.name(), parts.isEmpty() ? "HASH" : "RANGE")));
    return "[" + String.join(", ", parts) + "]";
  }

  private void indexes(String title, List<Index> indexes) {
    if (indexes.isEmpty()) {
      return;
    }
    line(6, title + ":");
    for (Index index : indexes) {
      line(8, "- IndexName: " + index.name());
      line(8, "  KeySchema: " + schema(index.key()));
      line(8, "  Projection: " + projection(index.projected()));
    }
  }

  private static String projection(@Nullable List<String> projected) {
    if (projected == null) {
      return "{ProjectionType: ALL}";
    }
    return projected.isEmpty()
        ? "{ProjectionType: KEYS_ONLY}"
        : "{ProjectionType: INCLUDE, NonKeyAttributes: [" + String.join(", ", projected) + "]}";
  }

  private void lane(String lane) {
    String name = LAYOUT.queue("QUEUE" + lane);
    String resource = "Queue" + (lane.isEmpty() ? "" : resource(lane.substring(1)));
    queue(resource + "Dead", AwsLayout.deadLetters(name));
    queue(resource, name);
    line(6, "VisibilityTimeout: 300");
    line(6, "ReceiveMessageWaitTimeSeconds: " + Queues.LONG_POLL.toSeconds());
    line(
        6,
        "RedrivePolicy: {deadLetterTargetArn: !GetAtt %sDead.Arn, maxReceiveCount: %d}"
            .formatted(resource, Queues.RECEIVES_BEFORE_DEAD));
    for (AlarmPlan alarm : AlarmPlan.of(name)) {
      switch (alarm.kind()) {
        case DEAD -> alarm(resource + "DeadAlarm", resource + "Dead", alarm);
        case AGE -> alarm(resource + "AgeAlarm", resource, alarm);
      }
    }
  }

  private void queue(String resource, String name) {
    line(2, resource + ":");
    line(4, "Type: AWS::SQS::Queue");
    line(4, "Properties:");
    line(6, "QueueName: " + named(name));
    line(6, "MessageRetentionPeriod: " + Queues.RETENTION.toSeconds());
    line(6, "SqsManagedSseEnabled: true");
  }

  private void alarm(String resource, String queue, AlarmPlan plan) {
    line(2, resource + ":");
    line(4, "Type: AWS::CloudWatch::Alarm");
    line(4, "Properties:");
    line(6, "AlarmName: " + named(plan.name()));
    line(6, "Namespace: " + Alarms.NAMESPACE);
    line(6, "MetricName: " + plan.metric());
    line(
        6,
        "Dimensions: [{Name: %s, Value: !GetAtt %s.QueueName}]".formatted(Alarms.DIMENSION, queue));
    line(6, "Statistic: " + Alarms.STATISTIC);
    line(6, "Period: " + AlarmPlan.PERIOD.toSeconds());
    line(6, "EvaluationPeriods: " + Alarms.EVALUATION_PERIODS);
    line(6, "Threshold: " + plan.threshold());
    line(6, "ComparisonOperator: " + Alarms.COMPARISON);
    line(6, "TreatMissingData: " + Alarms.MISSING_DATA);
    line(6, "AlarmActions: !If [HasAlarmAction, [!Ref AlarmAction], []]");
  }

  private void bucket() {
    text.append(
        """
          Bucket:
            Type: AWS::S3::Bucket
            DeletionPolicy: Retain
            UpdateReplacePolicy: Retain
            Properties:
              BucketName: %s
              PublicAccessBlockConfiguration:
                {BlockPublicAcls: true, BlockPublicPolicy: true, IgnorePublicAcls: true, RestrictPublicBuckets: true}
              BucketEncryption:
                ServerSideEncryptionConfiguration: [{ServerSideEncryptionByDefault: {SSEAlgorithm: AES256}}]
              LifecycleConfiguration:
                Rules:
                  - {Id: waybill-abandoned-parts, Status: Enabled, AbortIncompleteMultipartUpload: {DaysAfterInitiation: 1}}
        """
            .formatted(named(LAYOUT.bucket())));
  }

  private void policies() {
    String queues = "!Sub \"arn:${AWS::Partition}:sqs:${AWS::Region}:${AWS::AccountId}:";
    String all = queues + parameters(LAYOUT.queue("")) + "*\"";
    String one = queues + parameters(LAYOUT.queue("QUEUE")) + "\"";
    policy("ServerPolicy", "A server of Waybill, or a program that opens the store itself");
    List<String> tables = new ArrayList<>();
    for (TablePlan plan : AwsResources.tables(LAYOUT)) {
      String resource = resource(plan.name()) + "Table";
      tables.add("!GetAtt " + resource + ".Arn");
      if (!plan.indexes().isEmpty()) {
        tables.add("!Sub \"${" + resource + ".Arn}/index/*\"");
      }
    }
    statement(TABLE_ACTIONS, tables);
    statement(QUEUE_ACTIONS, List.of(all));
    statement(OBJECT_ACTIONS, List.of("!Sub \"${Bucket.Arn}/*\""));
    statement(List.of("s3:ListBucket"), List.of("!GetAtt Bucket.Arn"));
    policy("ProducerPolicy", "A program that sends to one SQS queue and uses nothing else");
    statement(List.of("sqs:GetQueueUrl", "sqs:SendMessage"), List.of(one));
    policy("WorkerPolicy", "A program or Lambda function that receives from one SQS queue");
    statement(
        List.of(
            "sqs:ChangeMessageVisibility",
            "sqs:DeleteMessage",
            "sqs:GetQueueAttributes",
            "sqs:ReceiveMessage"),
        List.of(one));
  }

  private void policy(String resource, String description) {
    line(2, resource + ":");
    line(4, "Type: AWS::IAM::ManagedPolicy");
    line(4, "Properties:");
    line(6, "Description: " + description);
    line(6, "PolicyDocument:");
    line(8, "Version: \"2012-10-17\"");
    line(8, "Statement:");
  }

  private void statement(List<String> actions, List<String> resources) {
    line(10, "- Effect: Allow");
    line(10, "  Action: [" + String.join(", ", actions) + "]");
    line(10, "  Resource:");
    resources.forEach(one -> line(10, "    - " + one));
  }

  private void line(int indent, String line) {
    text.append(" ".repeat(indent)).append(line).append('\n');
  }
}
