package dev.waybill.client.http;

import dev.waybill.Payload;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Writes the head of a request by RFC 9112.
public final class HttpHead {

  private final StringBuilder head = new StringBuilder(256);

  public HttpHead(String method, URI address) {
    String query = address.getRawQuery() == null ? "" : "?" + address.getRawQuery();
    head.append(method).append(' ').append(address.getRawPath()).append(query);
    head.append(" HTTP/1.1\r\n");
    header("Host", address.getRawAuthority().replaceFirst("^.*@", ""));
  }

  /// Refuses a value with a line break, which could inject another header.
  public HttpHead header(String name, String value) {
    boolean isOneLine =
        value.chars().allMatch(c -> c == '\t' || (c >= ' ' && c <= 0xFF && c != 0x7F));
    if (!isOneLine) {
      throw new IllegalArgumentException("the header " + name + " contains invalid characters");
    }
    head.append(name).append(": ").append(value).append("\r\n");
    return this;
  }

  /// The complete request.
  public OutgoingRequest with(Payload body) {
    header("Content-Length", Long.toString(body.size()));
    byte[] start = head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    if (!body.isInline()) {
      return new OutgoingRequest(Payload.wrap(start), body);
    }
    byte[] bytes = body.bytesWithoutCopy();
    byte[] whole = Arrays.copyOf(start, start.length + bytes.length);
    System.arraycopy(bytes, 0, whole, start.length, bytes.length);
    return new OutgoingRequest(Payload.wrap(whole), Payload.empty());
  }
}
