package dev.waybill.messages.provider.mail;

import dev.waybill.message.Attachment;
import dev.waybill.messages.http.OutgoingRequest;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// A form with files (RFC 7578).
final class MultipartForm {

  private final ByteArrayOutputStream body = new ByteArrayOutputStream();

  /// Random, so that no file contains it.
  private final String boundary = "waybill-" + UUID.randomUUID();

  MultipartForm(List<Map.Entry<String, String>> fields) {
    fields.forEach(
        field -> part(field.getKey(), "", field.getValue().getBytes(StandardCharsets.UTF_8)));
  }

  MultipartForm withFiles(String field, List<Attachment> files) {
    for (Attachment file : files) {
      String more =
          "; filename=\"%s\"\r\nContent-Type: %s"
              .formatted(quotable(file.name()), file.contentType());
      part(field, more, file.content().bytesWithoutCopy());
    }
    return this;
  }

  /// As browsers do it: a quotation mark is encoded, other characters are UTF-8.
  private static String quotable(String name) {
    return name.replace("\"", "%22");
  }

  private void part(String name, String more, byte[] content) {
    write("--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + name + '"' + more);
    write("\r\n\r\n");
    body.writeBytes(content);
    write("\r\n");
  }

  private void write(String text) {
    body.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  OutgoingRequest post(URI uri) {
    write("--" + boundary + "--\r\n");
    return OutgoingRequest.post(
        uri, "multipart/form-data; boundary=" + boundary, body.toByteArray());
  }
}
