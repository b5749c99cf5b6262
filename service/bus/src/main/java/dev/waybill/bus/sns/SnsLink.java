package dev.waybill.bus.sns;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;

/// The clients of a binding. Credentials come from the default chain of the SDK. A client is made
/// when it is first used, so that a server starts without credentials.
final class SnsLink implements AutoCloseable {

  /// Longer than the longest receive call, which waits 20 seconds.
  private static final Duration ATTEMPT_WITHIN = Duration.ofSeconds(30);

  private static final Duration CALL_WITHIN = Duration.ofSeconds(60);
  private static final Duration CONNECT_WITHIN = Duration.ofSeconds(5);

  private final SnsBinding binding;
  private @Nullable SdkHttpClient http;
  private @Nullable SnsClient sns;
  private @Nullable SqsClient sqs;

  SnsLink(SnsBinding binding) {
    this.binding = binding;
  }

  /// Fails with `UNAVAILABLE` if SNS cannot be reached or refuses the call.
  <T> T sns(Function<SnsClient, T> call) {
    return call("SNS", () -> call.apply(snsClient()));
  }

  /// As [#sns], for SQS.
  <T> T sqs(Function<SqsClient, T> call) {
    return call("SQS", () -> call.apply(sqsClient()));
  }

  /// The URL of a queue; empty if there is none.
  Optional<String> queueUrl(String name) {
    return sqs(
        client -> {
          try {
            return Optional.of(client.getQueueUrl(request -> request.queueName(name)).queueUrl());
          } catch (QueueDoesNotExistException none) {
            return Optional.empty();
          }
        });
  }

  private <T> T call(String service, java.util.function.Supplier<T> call) {
    try {
      return call.get();
    } catch (SdkException failed) {
      throw new WaybillException(
          Code.UNAVAILABLE,
          service + " failed for " + binding + ": " + failed.getMessage(),
          failed);
    }
  }

  private synchronized SnsClient snsClient() {
    SnsClient known = sns;
    if (known == null) {
      known = configured(SnsClient.builder().httpClient(http())).build();
      sns = known;
    }
    return known;
  }

  private synchronized SqsClient sqsClient() {
    SqsClient known = sqs;
    if (known == null) {
      known = configured(SqsClient.builder().httpClient(http())).build();
      sqs = known;
    }
    return known;
  }

  private <B extends AwsClientBuilder<B, ?>> B configured(B builder) {
    Optional<URI> endpoint = binding.endpoint();
    endpoint.ifPresent(builder::endpointOverride);
    return builder
        .region(Region.of(binding.region()))
        .overrideConfiguration(
            ClientOverrideConfiguration.builder()
                .apiCallAttemptTimeout(ATTEMPT_WITHIN)
                .apiCallTimeout(CALL_WITHIN)
                .build());
  }

  private SdkHttpClient http() {
    SdkHttpClient known = http;
    if (known == null) {
      known =
          Apache5HttpClient.builder()
              .connectionTimeout(CONNECT_WITHIN)
              .socketTimeout(ATTEMPT_WITHIN)
              .build();
      http = known;
    }
    return known;
  }

  @Override
  public synchronized void close() {
    if (sns != null) {
      sns.close();
    }
    if (sqs != null) {
      sqs.close();
    }
    if (http != null) {
      http.close();
    }
  }
}
