package dev.waybill.client.call;

import dev.waybill.Payload;
import dev.waybill.document.NewFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;

/// Files as a body of type `multipart/form-data`, streamed.
public final class FormBody {

  private final String boundary = "waybill-" + UUID.randomUUID();
  private final List<Payload> parts = new ArrayList<>();

  public FormBody(List<NewFile> files) {
    for (NewFile file : files) {
      parts.add(
          Payload.of(
              "--%s\r\nContent-Disposition: form-data; name=\"files\"; filename=\"%s\"\r\n\r\n"
                  .formatted(boundary, escaped(file.name()))));
      parts.add(file.content());
      parts.add(Payload.of("\r\n"));
    }
    parts.add(Payload.of("--" + boundary + "--\r\n"));
  }

  /// As browsers do it.
  private static String escaped(String name) {
    return name.replace("\\", "\\\\").replace("\"", "%22").replaceAll("[\r\n]", " ");
  }

  public String contentType() {
    return "multipart/form-data; boundary=" + boundary;
  }

  public Payload payload() {
    long size = parts.stream().mapToLong(Payload::size).sum();
    return Payload.streamed(size, (from, _) -> opened(from));
  }

  /// Each part is opened when the one before has been read.
  private InputStream opened(long from) {
    Iterator<InputStream> streams =
        parts.stream().map(part -> part.open(0, part.size())).iterator();
    InputStream all = new SequenceInputStream(enumeration(streams));
    try {
      all.skipNBytes(from);
      return all;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @SuppressWarnings("JdkObsolete") // a sequence of streams takes nothing else
  private static Enumeration<InputStream> enumeration(Iterator<InputStream> streams) {
    return new Enumeration<>() {
      @Override
      public boolean hasMoreElements() {
        return streams.hasNext();
      }

      @Override
      public InputStream nextElement() {
        return streams.next();
      }
    };
  }
}
