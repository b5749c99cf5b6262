package dev.waybill.backend.aws.blob;

import dev.waybill.backend.aws.link.AwsErrors;
import dev.waybill.backend.aws.link.AwsLink;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;

/// Writes objects that do not exist yet: small ones in one call, others in parts. One part at a
/// time is in memory.
final class ObjectWriting {

  private static final int PART = 8 * 1024 * 1024;

  /// Tells whose write an object is, if the answer to the write was lost.
  private static final String WRITE = "waybill-write";

  private final AwsLink link;
  private final String bucket;
  private final @Nullable String kmsKey;

  ObjectWriting(AwsLink link) {
    this.link = link;
    this.bucket = link.layout().bucket();
    this.kmsKey = link.config().storage().kmsKey();
  }

  /// False if the key is taken.
  boolean put(String key, InputStream content) throws IOException {
    byte[] first = content.readNBytes(PART);
    String write = UUID.randomUUID().toString();
    try {
      if (first.length < PART) {
        putAtOnce(key, first, write);
        return true;
      }
      return !exists(key) && putInParts(key, first, content, write);
    } catch (SdkException answer) {
      if (AwsErrors.isTaken(answer) || AwsErrors.isMissing(answer)) {
        return isOf(key, write);
      }
      throw answer;
    }
  }

  private void putAtOnce(String key, byte[] content, String write) {
    link.s3(
        "store an object",
        client ->
            client.putObject(
                call ->
                    call.bucket(bucket)
                        .key(key)
                        .ifNoneMatch("*")
                        .metadata(Map.of(WRITE, write))
                        .serverSideEncryption(encryption())
                        .ssekmsKeyId(kmsKey),
                RequestBody.fromBytes(content)));
  }

  /// Null for the default of S3, which encrypts with keys of its own.
  private @Nullable ServerSideEncryption encryption() {
    return kmsKey == null ? null : ServerSideEncryption.AWS_KMS;
  }

  private boolean putInParts(String key, byte[] first, InputStream content, String write)
      throws IOException {
    String upload = begin(key, write);
    boolean completed = false;
    try {
      List<CompletedPart> parts = new ArrayList<>();
      for (byte[] part = first; part.length > 0; part = content.readNBytes(PART)) {
        parts.add(part(key, upload, parts.size() + 1, part));
        if (part.length < PART) {
          break;
        }
      }
      complete(key, upload, parts);
      completed = true;
    } finally {
      if (!completed) {
        abort(key, upload);
      }
    }
    return true;
  }

  private String begin(String key, String write) {
    return link.s3(
        "begin an object",
        client ->
            client
                .createMultipartUpload(
                    call ->
                        call.bucket(bucket)
                            .key(key)
                            .metadata(Map.of(WRITE, write))
                            .serverSideEncryption(encryption())
                            .ssekmsKeyId(kmsKey))
                .uploadId());
  }

  private CompletedPart part(String key, String upload, int number, byte[] content) {
    String etag =
        link.s3(
                "store a part of an object",
                client ->
                    client.uploadPart(
                        call -> call.bucket(bucket).key(key).uploadId(upload).partNumber(number),
                        RequestBody.fromBytes(content)))
            .eTag();
    return CompletedPart.builder().partNumber(number).eTag(etag).build();
  }

  private void complete(String key, String upload, List<CompletedPart> parts) {
    link.s3(
        "complete an object",
        client ->
            client.completeMultipartUpload(
                call ->
                    call.bucket(bucket)
                        .key(key)
                        .uploadId(upload)
                        .ifNoneMatch("*")
                        .multipartUpload(all -> all.parts(parts))));
  }

  /// What stays behind is deleted by the lifecycle rule of the bucket.
  private void abort(String key, String upload) {
    try {
      link.s3(
          "abandon an object",
          client ->
              client.abortMultipartUpload(call -> call.bucket(bucket).key(key).uploadId(upload)));
    } catch (RuntimeException unreachable) {
      return;
    }
  }

  private boolean exists(String key) {
    try {
      head(key);
      return true;
    } catch (SdkException answer) {
      if (AwsErrors.isMissing(answer)) {
        return false;
      }
      throw answer;
    }
  }

  /// Whether the object was written by an earlier try of this call.
  private boolean isOf(String key, String write) {
    try {
      return write.equals(head(key).metadata().get(WRITE));
    } catch (SdkException answer) {
      if (AwsErrors.isMissing(answer)) {
        return false;
      }
      throw answer;
    }
  }

  private HeadObjectResponse head(String key) {
    return link.s3(
        "find an object", client -> client.headObject(call -> call.bucket(bucket).key(key)));
  }
}
