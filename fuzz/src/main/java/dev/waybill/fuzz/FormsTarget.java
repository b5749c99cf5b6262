package dev.waybill.fuzz;

import dev.waybill.documents.upload.FileSource.ArrivingFile;
import dev.waybill.server.http.api.HttpRefusal;
import dev.waybill.server.http.routes.FormFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;

/// A form with files as an upload sends it: the content type, and the body. A byte from each part
/// of the body is read at most once, so all files together are not larger than the body.
final class FormsTarget implements FuzzTarget {

  @Override
  public void accept(byte[] input) {
    List<byte[]> parts = Input.parts(input, 2);
    try {
      read(Input.text(parts.get(0)), parts.get(1));
    } catch (HttpRefusal refused) {
      return;
    }
  }

  private static void read(String contentType, byte[] body) {
    FormFiles files = FormFiles.of(contentType, new ByteArrayInputStream(body));
    long bytes = 0;
    for (ArrivingFile file = files.next(); file != null; file = files.next()) {
      bytes += size(file.content());
    }
    if (bytes > body.length) {
      throw new IllegalStateException(bytes + " bytes in a body of " + body.length);
    }
  }

  private static long size(InputStream content) {
    try {
      return content.transferTo(OutputStream.nullOutputStream());
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
