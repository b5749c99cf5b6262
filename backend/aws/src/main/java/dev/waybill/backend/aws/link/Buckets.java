package dev.waybill.backend.aws.link;

import dev.waybill.WaybillException;
import java.util.List;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.CreateBucketRequest;
import software.amazon.awssdk.services.s3.model.ExpirationStatus;
import software.amazon.awssdk.services.s3.model.LifecycleRule;

/// Finds and creates buckets of S3.
public final class Buckets {

  /// The region whose buckets are created without naming it.
  private static final String UNNAMED_REGION = "us-east-1";

  private static final List<String> NO_RULE =
      List.of("no rule deletes the parts of abandoned objects");

  private final AwsLink link;

  public Buckets(AwsLink link) {
    this.link = link;
  }

  public boolean exists(String name) {
    try {
      link.s3("find the bucket " + name, client -> client.headBucket(call -> call.bucket(name)));
      return true;
    } catch (SdkException answer) {
      if (AwsErrors.isMissing(answer)) {
        return false;
      }
      throw answer;
    }
  }

  /// Creates a bucket, in which S3 deletes the parts of abandoned objects after a day. Another
  /// server may create it at the same time.
  public void create(String name) {
    try {
      link.s3("create the bucket " + name, client -> client.createBucket(request(name)));
    } catch (SdkException | WaybillException refused) {
      if (!exists(name)) {
        throw refused;
      }
    }
    expireParts(name);
  }

  private void expireParts(String name) {
    LifecycleRule rule =
        LifecycleRule.builder()
            .id("waybill-abandoned-parts")
            .status(ExpirationStatus.ENABLED)
            .filter(all -> all.prefix(""))
            .abortIncompleteMultipartUpload(parts -> parts.daysAfterInitiation(1))
            .build();
    try {
      link.s3(
          "set the lifecycle of the bucket " + name,
          client ->
              client.putBucketLifecycleConfiguration(
                  call -> call.bucket(name).lifecycleConfiguration(all -> all.rules(rule))));
    } catch (SdkException answer) {
      requireUnsupported(answer);
    }
  }

  /// How a bucket differs from one that [#create] makes, for people.
  public List<String> drift(String name) {
    try {
      boolean expires =
          link
              .s3(
                  "read the lifecycle of the bucket " + name,
                  client -> client.getBucketLifecycleConfiguration(call -> call.bucket(name)))
              .rules()
              .stream()
              .anyMatch(rule -> rule.abortIncompleteMultipartUpload() != null);
      return expires ? List.of() : NO_RULE;
    } catch (SdkException answer) {
      if (AwsErrors.isMissing(answer)) {
        return NO_RULE;
      }
      requireUnsupported(answer);
      return List.of();
    }
  }

  /// Emulators and other products may have no lifecycles.
  private static void requireUnsupported(SdkException answer) {
    if (!AwsErrors.isUnsupported(answer)) {
      throw answer;
    }
  }

  private CreateBucketRequest request(String name) {
    CreateBucketRequest.Builder request = CreateBucketRequest.builder().bucket(name);
    String region = link.config().region();
    if (region != null && !region.equals(UNNAMED_REGION)) {
      request.createBucketConfiguration(where -> where.locationConstraint(region));
    }
    return request.build();
  }
}
