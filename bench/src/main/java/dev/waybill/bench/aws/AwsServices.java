package dev.waybill.bench.aws;

import dev.waybill.Waybill;
import dev.waybill.bench.ProjectDirectory;
import dev.waybill.bench.peer.WaybillSubject;
import dev.waybill.conformance.AwsEmulator;
import dev.waybill.settings.Settings;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// New emulators of DynamoDB, SQS and S3. `scripts/fetch-aws-emulators.sh` fetches them.
record AwsServices(AwsEmulator dynamodb, AwsEmulator sqs, AwsEmulator s3) implements AutoCloseable {

  static final String REGION = "us-east-1";

  private static final String SCRIPT = "scripts/fetch-aws-emulators.sh";

  static AwsServices start() {
    Path root = ProjectDirectory.with(SCRIPT);
    return new AwsServices(AwsEmulator.dynamodb(root), AwsEmulator.sqs(root), AwsEmulator.s3(root));
  }

  /// Waybill with tables and queues of its own.
  ///
  /// @param environment a part of their names
  WaybillSubject open(String environment) {
    String address =
        "aws://%s?dynamodb.endpoint=%s&sqs.endpoint=%s&s3.endpoint=%s&aws.environment=%s&path=%s"
            .formatted(
                REGION,
                encoded(dynamodb.url()),
                encoded(sqs.url()),
                encoded(s3.url()),
                environment,
                encoded(dynamodb.folder().resolve("local-" + environment).toString()));
    return WaybillSubject.on(Waybill.open(URI.create(address), Settings.DEFAULT));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    dynamodb.close();
    sqs.close();
    s3.close();
  }
}
