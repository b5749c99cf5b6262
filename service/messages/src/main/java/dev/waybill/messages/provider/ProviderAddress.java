package dev.waybill.messages.provider;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The address of a provider with its options, such as
/// `smtp://user:password@mail.example.org:587?from=noreply@example.org`.
public final class ProviderAddress {

  private final URI address;
  private final Map<String, String> options = new LinkedHashMap<>();

  public ProviderAddress(URI address) {
    this.address = address;
    String query = address.getRawQuery();
    for (String pair : query == null ? new String[0] : query.split("&")) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        options.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
      }
    }
  }

  public String scheme() {
    return address.getScheme();
  }

  public URI uri() {
    return address;
  }

  public Optional<String> host() {
    return Optional.ofNullable(address.getHost());
  }

  /// @param standard the port if the address has none
  public int port(int standard) {
    return address.getPort() < 0 ? standard : address.getPort();
  }

  public Optional<String> user() {
    return Optional.ofNullable(address.getRawUserInfo())
        .map(info -> decoded(info.split(":", 2)[0]));
  }

  public Optional<String> password() {
    return Optional.ofNullable(address.getRawUserInfo())
        .filter(info -> info.contains(":"))
        .map(info -> decoded(info.split(":", 2)[1]));
  }

  public Optional<String> option(String name) {
    return Optional.ofNullable(options.get(name));
  }

  public String require(String name) {
    return option(name)
        .orElseThrow(
            () ->
                new WaybillException(
                    Code.INVALID_ARGUMENT,
                    "messages.providers: an address with scheme "
                        + scheme()
                        + " needs the option "
                        + name));
  }

  /// Refuses options that the provider does not know, which may be misspelled.
  public void allow(Set<String> known) {
    for (String name : options.keySet()) {
      if (!known.contains(name)) {
        throw new WaybillException(
            Code.INVALID_ARGUMENT,
            "messages.providers: unknown option "
                + name
                + " of scheme "
                + scheme()
                + "; known: "
                + String.join(", ", known.stream().sorted().toList()));
      }
    }
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
