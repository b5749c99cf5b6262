package dev.waybill.server.http.routes;

import dev.waybill.base.Text;
import dev.waybill.documents.upload.FileSource;
import dev.waybill.server.http.api.HttpCode;
import dev.waybill.server.http.api.HttpRefusal;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The files of a form, in fields named `files`.
public final class FormFiles implements FileSource {

  public static final String MEDIA_TYPE = "multipart/form-data";

  private static final String FIELD = "files";
  private static final Pattern BOUNDARY =
      Pattern.compile(";\\s*boundary=(?:\"([^\"]*)\"|([^;\\s]*))", Pattern.CASE_INSENSITIVE);
  private static final Pattern NAME = parameter("name");
  private static final Pattern FILENAME = parameter("filename");

  private final Multipart parts;

  private FormFiles(Multipart parts) {
    this.parts = parts;
  }

  /// Reads a form.
  ///
  /// @param contentType with the boundary
  public static FormFiles of(String contentType, InputStream body) {
    Matcher boundary = BOUNDARY.matcher(contentType);
    if (!boundary.find()) {
      throw Multipart.malformed("Content-Type has no boundary");
    }
    String text = boundary.group(1) == null ? boundary.group(2) : boundary.group(1);
    return new FormFiles(new Multipart(body, text));
  }

  private static Pattern parameter(String name) {
    return Pattern.compile(
        // Possessive: otherwise each character takes a part of the stack.
        ";\\s*" + name + "=(?:\"((?:[^\"\\\\]|\\\\.)*+)\"|([^;\\s]*))", Pattern.CASE_INSENSITIVE);
  }

  @Override
  public @Nullable ArrivingFile next() {
    try {
      List<String> headers = parts.next();
      return headers.isEmpty() ? null : new ArrivingFile(name(headers), new PartContent(parts));
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private static String name(List<String> headers) {
    String disposition =
        headers.stream()
            .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("content-disposition:"))
            .findFirst()
            .orElseThrow(() -> Multipart.malformed("a part has no Content-Disposition"));
    String field = value(NAME, disposition);
    if (!FIELD.equals(field)) {
      throw new HttpRefusal(
          HttpCode.BAD_REQUEST,
          "the form has no field %s: use %s (curl: -F files=@report.pdf)"
              .formatted(Text.quote(String.valueOf(field)), FIELD));
    }
    String name = value(FILENAME, disposition);
    if (name == null || name.isEmpty()) {
      throw Multipart.malformed("a file has no name (curl: -F files=@report.pdf)");
    }
    return name;
  }

  private static @Nullable String value(Pattern parameter, String disposition) {
    Matcher found = parameter.matcher(disposition);
    if (!found.find()) {
      return null;
    }
    return found.group(1) == null
        ? found.group(2)
        : found.group(1).replaceAll("\\\\(.)", "$1").replace("%22", "\"");
  }

  /// The content of the current part.
  private static final class PartContent extends InputStream {

    private final Multipart parts;

    PartContent(Multipart parts) {
      this.parts = parts;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int at, int length) throws IOException {
      return length == 0 ? 0 : parts.read(into, at, length);
    }
  }
}
