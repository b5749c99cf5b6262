package dev.waybill.backend.aws.blob;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.backend.aws.link.AwsErrors;
import dev.waybill.backend.aws.link.AwsLink;
import dev.waybill.base.BlockInputStream;
import dev.waybill.spi.Blob;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;

/// A range of an object. If the connection breaks, it continues where it was, with the same content
/// or not at all. It never ends early.
final class ObjectStream extends BlockInputStream {

  private static final int TRIES = 4;

  private final ObjectBlob blob;
  private final long end;
  private long position;
  private int failures;
  private @Nullable InputStream open;

  ObjectStream(ObjectBlob blob, long from, long length) {
    this.blob = blob;
    this.position = from;
    this.end = from + length;
    this.open = request();
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    if (position == end) {
      return -1;
    }
    if (length == 0) {
      return 0;
    }
    while (true) {
      int read = tryRead(into, from, (int) Math.min(length, end - position));
      if (read > 0) {
        position += read;
        failures = 0;
        return read;
      }
      reopen();
    }
  }

  /// Returns -1 if the connection has ended.
  private int tryRead(byte[] into, int from, int length) {
    try {
      InputStream stream = open;
      if (stream == null) {
        stream = request();
        open = stream;
      }
      return stream.read(into, from, length);
    } catch (IOException | SdkException broken) {
      return -1;
    }
  }

  private void reopen() {
    abort();
    failures++;
    if (failures == TRIES) {
      throw new WaybillException(
          Code.UNAVAILABLE, "S3 ended the object " + blob.key() + " early " + TRIES + " times");
    }
  }

  private InputStream request() {
    AwsLink link = blob.link();
    String range = "bytes=" + position + "-" + (end - 1);
    try {
      return link.s3(
          "read an object",
          client ->
              client.getObject(
                  call ->
                      call.bucket(link.layout().bucket())
                          .key(blob.key())
                          .ifMatch(blob.etag())
                          .range(range)));
    } catch (SdkException answer) {
      if (AwsErrors.isMissing(answer) || AwsErrors.isTaken(answer)) {
        throw Blob.deleted(blob.key());
      }
      throw answer;
    }
  }

  private void abort() {
    InputStream stream = open;
    open = null;
    if (stream instanceof software.amazon.awssdk.http.Abortable abortable) {
      abortable.abort();
    }
  }

  /// The rest of a range that was not read is not transferred.
  @Override
  public void close() throws IOException {
    if (position < end) {
      abort();
    } else if (open != null) {
      open.close();
    }
  }
}
