package dev.waybill.messages.http;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// An HTTP request.
///
/// @param repeatable whether the server does the same if it gets the request twice, because nothing
///     changes or because the request has an idempotency key
public record OutgoingRequest(
    String method, URI uri, Map<String, String> headers, Payload body, boolean repeatable) {

  private static final String CONTENT_TYPE = "Content-Type";

  /// @param headers without `Host` and `Content-Length`, which [HttpSender] adds
  public OutgoingRequest {
    check(isWebAddress(uri), "a URL must have http or https and a host, and no user information");
    headers.forEach(
        (name, value) ->
            check(
                (name + value).chars().allMatch(c -> c >= ' ' && c < 127),
                "the header " + name + " must have visible ASCII characters only"));
    headers = Map.copyOf(headers);
  }

  /// True for `http` and `https` URLs with a host and without user information.
  public static boolean isWebAddress(URI uri) {
    String scheme = String.valueOf(uri.getScheme());
    return (scheme.equalsIgnoreCase("http") || scheme.equalsIgnoreCase("https"))
        && uri.getHost() != null
        && uri.getRawUserInfo() == null;
  }

  public static OutgoingRequest get(URI uri) {
    return new OutgoingRequest("GET", uri, Map.of(), Payload.empty(), true);
  }

  public static OutgoingRequest json(URI uri, byte[] body) {
    return post(uri, "application/json; charset=utf-8", body);
  }

  /// A form, with the fields in their order.
  public static OutgoingRequest form(URI uri, List<Map.Entry<String, String>> fields) {
    String text =
        fields.stream()
            .map(field -> encoded(field.getKey()) + '=' + encoded(field.getValue()))
            .collect(Collectors.joining("&"));
    return post(uri, "application/x-www-form-urlencoded", text.getBytes(StandardCharsets.US_ASCII));
  }

  public static OutgoingRequest post(URI uri, String type, byte[] body) {
    return new OutgoingRequest("POST", uri, Map.of(CONTENT_TYPE, type), Payload.wrap(body), false);
  }

  public OutgoingRequest with(Map<String, String> more) {
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.putAll(more);
    return new OutgoingRequest(method, uri, all, body, repeatable);
  }

  /// The same request with an idempotency key that the server honors.
  public OutgoingRequest asRepeatable() {
    return new OutgoingRequest(method, uri, headers, body, true);
  }

  public OutgoingRequest with(String name, String value) {
    return with(Map.of(name, value));
  }

  public OutgoingRequest withBearer(String token) {
    return with("Authorization", "Bearer " + token);
  }

  public OutgoingRequest withBasic(String user, String password) {
    byte[] both = (user + ':' + password).getBytes(StandardCharsets.UTF_8);
    return with("Authorization", "Basic " + Base64.getEncoder().encodeToString(both));
  }

  boolean isSecure() {
    return uri.getScheme().equalsIgnoreCase("https");
  }

  int port() {
    return uri.getPort() >= 0 ? uri.getPort() : isSecure() ? 443 : 80;
  }

  /// Without the path, which may contain a secret.
  String origin() {
    return uri.getScheme() + "://" + uri.getRawAuthority();
  }

  /// The request as it is sent.
  byte[] bytes() {
    StringBuilder head = new StringBuilder();
    head.append(method).append(' ').append(target()).append(" HTTP/1.1\r\n");
    line(head, "Host", uri.getRawAuthority());
    line(head, "User-Agent", "waybill");
    headers.forEach((name, value) -> line(head, name, value));
    line(head, "Content-Length", Long.toString(body.size()));
    head.append("\r\n");
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(head.toString().getBytes(StandardCharsets.US_ASCII));
    all.writeBytes(body.bytesWithoutCopy());
    return all.toByteArray();
  }

  private String target() {
    String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    return uri.getRawQuery() == null ? path : path + '?' + uri.getRawQuery();
  }

  private static void line(StringBuilder head, String name, String value) {
    head.append(name).append(": ").append(value).append("\r\n");
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new WaybillException(Code.INVALID_ARGUMENT, otherwise);
    }
  }
}
