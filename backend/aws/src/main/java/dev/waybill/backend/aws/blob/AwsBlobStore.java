package dev.waybill.backend.aws.blob;

import dev.waybill.backend.aws.link.AwsErrors;
import dev.waybill.backend.aws.link.AwsLink;
import dev.waybill.spi.Blob;
import dev.waybill.spi.BlobStore;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;

/// Blobs as objects of a bucket. The first writer of a name wins, because S3 refuses to replace an
/// object by a conditional write.
public final class AwsBlobStore implements BlobStore {

  private final AwsLink link;
  private final ObjectWriting writing;
  private final String bucket;

  private AwsBlobStore(AwsLink link) {
    this.link = link;
    this.writing = new ObjectWriting(link);
    this.bucket = link.layout().bucket();
  }

  /// The bucket must exist.
  public static AwsBlobStore open(AwsLink link) {
    return new AwsBlobStore(link);
  }

  @Override
  public boolean put(String tenant, String name, InputStream content) throws IOException {
    return writing.put(BlobKeys.of(tenant, name), content);
  }

  @Override
  public Optional<Blob> find(String tenant, String name) {
    String key = BlobKeys.of(tenant, name);
    return head(key).map(found -> new ObjectBlob(link, key, found.contentLength(), found.eTag()));
  }

  /// Two callers that delete at the same time may both be told that they did.
  @Override
  public boolean delete(String tenant, String name) {
    String key = BlobKeys.of(tenant, name);
    if (head(key).isEmpty()) {
      return false;
    }
    link.s3(
        "delete an object", client -> client.deleteObject(call -> call.bucket(bucket).key(key)));
    return true;
  }

  private Optional<HeadObjectResponse> head(String key) {
    try {
      return Optional.of(
          link.s3(
              "find an object", client -> client.headObject(call -> call.bucket(bucket).key(key))));
    } catch (SdkException answer) {
      if (AwsErrors.isMissing(answer)) {
        return Optional.empty();
      }
      throw answer;
    }
  }
}
