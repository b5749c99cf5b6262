package dev.waybill.backend.aws;

import dev.waybill.backend.aws.link.AwsConfig;
import dev.waybill.conformance.AwsEmulator;
import dev.waybill.conformance.LoopbackServer;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/// The emulators of DynamoDB, SQS and S3, started once for all tests of this module. Every test has
/// names of its own.
public final class Emulators {

  private static final Path ROOT = Path.of("../..");

  private static final class Started {

    private static final CompletableFuture<AwsEmulator> DYNAMODB =
        CompletableFuture.supplyAsync(() -> AwsEmulator.dynamodb(ROOT));
    private static final CompletableFuture<AwsEmulator> SQS =
        CompletableFuture.supplyAsync(() -> AwsEmulator.sqs(ROOT));
    private static final CompletableFuture<AwsEmulator> S3 =
        CompletableFuture.supplyAsync(() -> AwsEmulator.s3(ROOT));

    static {
      Runtime.getRuntime().addShutdownHook(new Thread(Started::stop));
    }

    private static void stop() {
      DYNAMODB.join().close();
      SQS.join().close();
      S3.join().close();
    }
  }

  private Emulators() {}

  public static AwsEmulator dynamodb() {
    return Started.DYNAMODB.join();
  }

  public static AwsEmulator sqs() {
    return Started.SQS.join();
  }

  public static AwsEmulator s3() {
    return Started.S3.join();
  }

  /// The settings to use them, with fresh names and a fresh directory.
  public static AwsConfig config() {
    AwsConfig.Endpoints endpoints =
        new AwsConfig.Endpoints(
            URI.create(dynamodb().url()), URI.create(sqs().url()), URI.create(s3().url()));
    String environment = "t" + UUID.randomUUID().toString().substring(24);
    return AwsConfig.of("us-east-1", endpoints, LoopbackServer.temporaryFolder("waybill-aws-local"))
        .withNames(new AwsConfig.Names("waybill", environment, Map.of(), Map.of()));
  }
}
