package dev.waybill.client;

import dev.waybill.Payload;
import java.util.Map;
import java.util.Optional;

/// An HTTP response.
///
/// @param headers header names are in lower case
record HttpAnswer(int status, Map<String, String> headers, Payload body) {

  Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }

  boolean isGood() {
    return status / 100 == 2;
  }
}
