package dev.waybill.backend.aws.link;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.backend.support.Retries;
import dev.waybill.settings.CallObserver;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.cloudwatch.CloudWatchClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;
import software.amazon.awssdk.services.sqs.SqsClient;

/// The clients of DynamoDB, SQS and S3. Credentials come from the default chain of the SDK. Every
/// call has a timeout; calls that fail in passing are repeated by the SDK, up to 4 times.
public final class AwsLink implements AutoCloseable {

  /// Longer than the longest receive call, which waits 20 seconds.
  private static final Duration ATTEMPT_WITHIN = Duration.ofSeconds(30);

  private static final Duration STORE_ATTEMPT_WITHIN = Duration.ofSeconds(10);
  private static final Duration CALL_WITHIN = Duration.ofSeconds(60);
  private static final Duration CONNECT_WITHIN = Duration.ofSeconds(5);
  private static final int ATTEMPTS = 4;
  private static final int CONNECTIONS = 256;

  /// A queue that calls wait for takes three.
  private static final int SQS_CONNECTIONS = 2_048;

  private final AwsConfig config;
  private final TracedCalls traces;
  private final CallCounts counts = new CallCounts();
  private final Retries retries = new Retries("AWS");
  private final SdkHttpClient http;

  /// Apart from the others, because receive calls hold a connection while they wait.
  private final SdkHttpClient sqsHttp;

  private final DynamoDbClient dynamodb;
  private final SqsClient sqs;
  private final S3Client s3;
  private final S3Presigner presigner;

  private AwsLink(AwsConfig config, TracedCalls traces) {
    this.config = config;
    this.traces = traces;
    this.http = http(CONNECTIONS);
    this.sqsHttp = http(SQS_CONNECTIONS);
    AwsConfig.Endpoints at = config.endpoints();
    this.dynamodb =
        configured(DynamoDbClient.builder().httpClient(http), at.dynamodb(), STORE_ATTEMPT_WITHIN)
            .build();
    this.sqs =
        configured(SqsClient.builder().httpClient(sqsHttp), at.sqs(), ATTEMPT_WITHIN).build();
    this.s3 =
        configured(S3Client.builder().httpClient(http), at.s3(), ATTEMPT_WITHIN)
            .forcePathStyle(at.s3() != null)
            .build();
    this.presigner = presigner(at.s3());
  }

  private S3Presigner presigner(@Nullable URI endpoint) {
    S3Presigner.Builder builder = S3Presigner.builder().s3Client(s3);
    if (config.region() != null) {
      builder.region(Region.of(config.region()));
    }
    if (endpoint != null) {
      builder
          .endpointOverride(endpoint)
          .serviceConfiguration(S3Configuration.builder().pathStyleAccessEnabled(true).build());
    }
    return builder.build();
  }

  private static SdkHttpClient http(int connections) {
    return Apache5HttpClient.builder()
        .connectionTimeout(CONNECT_WITHIN)
        .socketTimeout(ATTEMPT_WITHIN)
        .maxConnections(connections)
        .build();
  }

  /// Makes the clients; it does not connect.
  public static AwsLink open(AwsConfig config) {
    return open(config, CallObserver.NONE);
  }

  /// @param observer receives each call that belongs to a trace
  public static AwsLink open(AwsConfig config, CallObserver observer) {
    try {
      return new AwsLink(config, new TracedCalls(observer));
    } catch (SdkClientException unusable) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "AWS cannot be used: " + unusable.getMessage() + "; set store.aws.region or AWS_REGION",
          unusable);
    }
  }

  private <B extends AwsClientBuilder<B, ?>> B configured(
      B builder, @Nullable URI endpoint, Duration attemptWithin) {
    if (endpoint != null) {
      builder.endpointOverride(endpoint);
    }
    String region = config.region();
    if (region != null) {
      builder.region(Region.of(region));
    }
    return builder.overrideConfiguration(
        ClientOverrideConfiguration.builder()
            .apiCallAttemptTimeout(attemptWithin)
            .apiCallTimeout(CALL_WITHIN)
            .retryStrategy(
                AwsRetryStrategy.standardRetryStrategy().toBuilder().maxAttempts(ATTEMPTS).build())
            .addMetricPublisher(counts)
            .addExecutionInterceptor(traces)
            .build());
  }

  public AwsConfig config() {
    return config;
  }

  public AwsLayout layout() {
    return new AwsLayout(config);
  }

  public CallCounts counts() {
    return counts;
  }

  /// Ends waits when the store closes.
  public Retries retries() {
    return retries;
  }

  /// Calls DynamoDB. Answers in the sense of [AwsErrors#isAnswer] are thrown as they are; failures
  /// become a [WaybillException].
  ///
  /// @param doing what is tried, for people, such as `record facts`
  public <T> T dynamodb(String doing, Function<DynamoDbClient, T> call) {
    return call("DynamoDB", doing, () -> call.apply(dynamodb));
  }

  /// As [#dynamodb], for SQS.
  public <T> T sqs(String doing, Function<SqsClient, T> call) {
    return call("SQS", doing, () -> call.apply(sqs));
  }

  /// As [#dynamodb], for S3.
  public <T> T s3(String doing, Function<S3Client, T> call) {
    return call("S3", doing, () -> call.apply(s3));
  }

  /// An address at which anyone can download an object of the bucket, for this long. It is signed
  /// with the credentials of this process, and does not outlive them. It does not connect to S3.
  public URI presigned(String key, Duration life) {
    GetObjectRequest object =
        GetObjectRequest.builder()
            .bucket(layout().bucket())
            .key(key)
            .responseContentType("application/octet-stream")
            .responseContentDisposition("attachment")
            .build();
    return call(
        "S3",
        "sign a link",
        () ->
            URI.create(
                presigner
                    .presignGetObject(sign -> sign.signatureDuration(life).getObjectRequest(object))
                    .url()
                    .toString()));
  }

  /// A client for the alarms of queues, which only provisioning uses.
  CloudWatchClient openCloudWatch() {
    return configured(
            CloudWatchClient.builder().httpClient(http),
            config.endpoints().cloudwatch(),
            ATTEMPT_WITHIN)
        .build();
  }

  /// As [#dynamodb], for a client of CloudWatch.
  <T> T cloudwatch(String doing, Supplier<T> call) {
    return call("CloudWatch", doing, call);
  }

  private <T> T call(String service, String doing, Supplier<T> call) {
    retries.requireOpen();
    try {
      return call.get();
    } catch (SdkException failed) {
      if (AwsErrors.isAnswer(failed)) {
        throw failed;
      }
      throw AwsErrors.of(service, doing, failed);
    } catch (RejectedExecutionException | IllegalStateException stopped) {
      retries.requireOpen(); // a client that was closed during a call
      throw stopped;
    }
  }

  @Override
  public void close() {
    retries.close();
    dynamodb.close();
    sqs.close();
    s3.close();
    presigner.close();
    http.close();
    sqsHttp.close();
  }
}
