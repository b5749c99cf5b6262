package dev.waybill.wire.http;

import java.util.Map;
import java.util.Optional;

/// An HTTP response.
///
/// @param headers header names are in lower case
/// @param body a `Payload` that was read completely, or a stream
public record HttpAnswer<B>(int status, Map<String, String> headers, B body) {

  public <C> HttpAnswer<C> with(C otherBody) {
    return new HttpAnswer<>(status, headers, otherBody);
  }

  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }

  public boolean isGood() {
    return status / 100 == 2;
  }
}
