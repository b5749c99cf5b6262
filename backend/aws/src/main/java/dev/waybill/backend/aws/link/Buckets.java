package dev.waybill.backend.aws.link;

import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.CreateBucketRequest;

/// Finds and creates buckets of S3.
public final class Buckets {

  /// The region whose buckets are created without naming it.
  private static final String UNNAMED_REGION = "us-east-1";

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

  /// Creates a bucket. Another server may create it at the same time.
  public void create(String name) {
    try {
      link.s3("create the bucket " + name, client -> client.createBucket(request(name)));
    } catch (SdkException | dev.waybill.WaybillException refused) {
      if (!exists(name)) {
        throw refused;
      }
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
