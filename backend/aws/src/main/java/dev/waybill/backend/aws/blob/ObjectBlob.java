package dev.waybill.backend.aws.blob;

import dev.waybill.backend.aws.link.AwsLink;
import dev.waybill.spi.Blob;
import java.io.InputStream;

/// An object of S3.
///
/// @param etag identifies its content
record ObjectBlob(AwsLink link, String key, long size, String etag) implements Blob {

  @Override
  public InputStream open(long from, long length) {
    Blob.checkRange(from, length, size);
    return length == 0 ? InputStream.nullInputStream() : new ObjectStream(this, from, length);
  }
}
