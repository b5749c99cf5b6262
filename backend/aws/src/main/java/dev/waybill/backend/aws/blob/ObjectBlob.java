package dev.waybill.backend.aws.blob;

import dev.waybill.backend.aws.link.AwsLink;
import dev.waybill.spi.Blob;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/// An object of S3.
///
/// @param etag identifies its content
record ObjectBlob(AwsLink link, String key, long size, String etag) implements Blob {

  @Override
  public InputStream open(long from, long length) {
    Blob.checkRange(from, length, size);
    return length == 0 ? InputStream.nullInputStream() : new ObjectStream(this, from, length);
  }

  @Override
  public Optional<URI> link(Duration life) {
    return Optional.of(link.presigned(key, life));
  }
}
