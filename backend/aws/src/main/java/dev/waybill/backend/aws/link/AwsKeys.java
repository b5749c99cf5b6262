package dev.waybill.backend.aws.link;

import dev.waybill.spi.Key;
import java.util.List;
import java.util.Map;

/// The configuration keys of AWS. Credentials come from the default chain of the SDK.
public final class AwsKeys {

  static final Key<String> REGION =
      Key.text(
          "store.aws.region",
          null,
          "AWS region of tables, queues and bucket. Default: the host of `store.url`, then"
              + " `AWS_REGION`.");
  static final Key<String> PREFIX =
      Key.text(
          "store.aws.prefix",
          "waybill",
          "What the names of all tables, queues and the bucket begin with.");
  static final Key<String> ENVIRONMENT =
      Key.text(
          "store.aws.environment",
          "prod",
          "Name of the deployment, after the prefix: `waybill-prod-default`, `waybill_prod_jobs`.");
  static final Key<String> CREATE =
      Key.choice(
          "store.aws.create",
          "true",
          "Whether a server creates missing tables, queues and buckets when it starts.",
          "true",
          "false");
  static final Key<String> ENDPOINT =
      Key.text(
          "store.aws.endpoint",
          null,
          "Endpoint for all services of AWS, for emulators and private endpoints.");
  static final Key<String> DYNAMODB_ENDPOINT =
      Key.text("store.dynamodb.endpoint", null, "Endpoint for DynamoDB.");
  static final Key<String> SQS_ENDPOINT = Key.text("store.sqs.endpoint", null, "Endpoint for SQS.");
  static final Key<String> S3_ENDPOINT = Key.text("store.s3.endpoint", null, "Endpoint for S3.");
  static final Key<String> CLOUDWATCH_ENDPOINT =
      Key.text(
          "store.cloudwatch.endpoint",
          null,
          "Endpoint for CloudWatch, which has the alarms of `waybill provision`. If another service"
              + " has an endpoint and this has none, no alarms are provisioned.");
  static final Key<String> ALARM_ACTION =
      Key.text(
          "store.aws.alarm_action",
          null,
          "ARN that the alarms of `waybill provision` notify, such as that of a topic of SNS.");
  static final Key<Map<String, String>> QUEUES =
      Key.pairs(
          "store.sqs.queues",
          "URLs of SQS queues by the name of the queue, where they differ from"
              + " `{prefix}-{environment}-{queue}`.");
  static final Key<List<String>> PROVISIONED =
      new Key<>(
          "store.sqs.provision",
          "default",
          "names, separated by commas",
          "Comma-separated queues whose SQS queues `waybill provision` creates and checks.",
          text -> List.of(text.strip().split("\\s*,\\s*", -1)),
          false);
  static final Key<Integer> VISIBILITY =
      Key.number(
          "store.sqs.default_visibility_timeout_seconds",
          "300",
          1,
          43_200,
          "Visibility timeout of the SQS queues that are created, in seconds.");
  static final Key<String> JOBS_TABLE =
      Key.text(
          "store.dynamodb.jobs_table",
          null,
          "Table of jobs, instead of `{prefix}_{environment}_jobs`.");
  static final Key<String> EVENTS_TABLE =
      Key.text(
          "store.dynamodb.events_table",
          null,
          "Table of the events of jobs, instead of `{prefix}_{environment}_job_events`.");
  static final Key<Integer> EVENTS_TTL_DAYS =
      Key.number(
          "store.dynamodb.events_ttl_days",
          "0",
          0,
          36_500,
          "Days after which DynamoDB deletes an event of a job; 0 keeps it as long as its job.");
  static final Key<String> BUCKET =
      Key.text(
          "store.s3.bucket", null, "Bucket for large values, instead of `{prefix}-{environment}`.");
  static final Key<String> KMS_KEY =
      Key.text(
          "store.s3.kms_key",
          null,
          "KMS key that encrypts objects. Default: keys that S3 manages (SSE-S3).");

  public static final List<Key<?>> ALL =
      List.of(
          REGION,
          PREFIX,
          ENVIRONMENT,
          CREATE,
          ENDPOINT,
          DYNAMODB_ENDPOINT,
          SQS_ENDPOINT,
          S3_ENDPOINT,
          CLOUDWATCH_ENDPOINT,
          ALARM_ACTION,
          QUEUES,
          PROVISIONED,
          VISIBILITY,
          JOBS_TABLE,
          EVENTS_TABLE,
          EVENTS_TTL_DAYS,
          BUCKET,
          KMS_KEY);

  private AwsKeys() {}
}
