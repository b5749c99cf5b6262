package dev.waybill.server.http.pages;

import dev.waybill.Payload;
import dev.waybill.base.Recent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/// Files as gzip, compressed once each.
final class ZippedFiles {

  private static final int MOST = 200;
  private static final int WORTH_BYTES = 1_024;

  private final Recent<String, Payload> byTag = new Recent<>(MOST);

  boolean isWorth(StaticFile file) {
    String type = file.mediaType();
    boolean isText =
        type.startsWith("text/")
            || type.contains("javascript")
            || type.contains("json")
            || type.contains("svg");
    return isText && file.content().size() >= WORTH_BYTES;
  }

  /// Other bytes have another tag.
  static String etag(StaticFile file) {
    return file.etag().replaceFirst("\"$", "-gzip\"");
  }

  Payload of(StaticFile file) {
    return byTag.get(file.etag(), () -> zip(file));
  }

  private static Payload zip(StaticFile file) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(file.content().bytesWithoutCopy());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    return Payload.wrap(bytes.toByteArray());
  }
}
