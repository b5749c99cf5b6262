package dev.waybill.messages.provider;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Durations;
import dev.waybill.messages.http.HttpSender;
import dev.waybill.messages.http.OutgoingRequest;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The address of a provider with its options, such as
/// `smtp://user:password@mail.example.org:587?from=noreply@example.org`.
public final class ProviderAddress {

  private static final Set<String> COMMON = Set.of("url", "timeout", "connect_timeout", "rate");

  private final URI address;
  private final Map<String, String> options = new LinkedHashMap<>();

  public ProviderAddress(URI address) {
    this.address = address;
    String query = address.getRawQuery();
    for (String pair : query == null ? new String[0] : query.split("&", -1)) {
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
            () -> wrong("an address with scheme " + scheme() + " needs the option " + name));
  }

  /// The URL of a vendor's API: the option `url`, or the standard one.
  public URI url(String standard) {
    String text = option("url").orElse(standard);
    try {
      URI url = URI.create(text);
      if (OutgoingRequest.isWebAddress(url)) {
        return url;
      }
    } catch (IllegalArgumentException malformed) {
      // refused below; the text may have a secret
    }
    throw wrong("the option url of scheme " + scheme() + " must be an http or https URL");
  }

  public HttpSender.Timeouts timeouts() {
    return new HttpSender.Timeouts(
        duration("connect_timeout", HttpSender.Timeouts.DEFAULT.connect()),
        duration("timeout", HttpSender.Timeouts.DEFAULT.total()));
  }

  public Duration duration(String name, Duration standard) {
    return option(name)
        .map(
            text ->
                Durations.parse(text)
                    .filter(Duration::isPositive)
                    .orElseThrow(
                        () ->
                            wrong("the option " + name + " must be such as " + Durations.EXAMPLES)))
        .orElse(standard);
  }

  public int number(String name, int standard) {
    String text = option(name).orElse(Integer.toString(standard));
    if (!text.matches("[1-9][0-9]{0,8}")) {
      throw wrong("the option " + name + " must be a positive number");
    }
    return Integer.parseInt(text);
  }

  /// An option that is `on` unless it says `off`.
  public boolean isOn(String name) {
    String text = option(name).orElse("on");
    if (!text.equals("on") && !text.equals("off")) {
      throw wrong("the option " + name + " must be on or off");
    }
    return text.equals("on");
  }

  private static WaybillException wrong(String why) {
    return new WaybillException(Code.INVALID_ARGUMENT, "messages.providers: " + why);
  }

  /// Refuses options that the provider does not know, which may be misspelled.
  ///
  /// @param own what the provider knows besides the options of every provider
  public void allow(String... own) {
    Set<String> known = new TreeSet<>(COMMON);
    known.addAll(List.of(own));
    for (String name : options.keySet()) {
      if (!known.contains(name)) {
        throw wrong(
            "unknown option "
                + name
                + " of scheme "
                + scheme()
                + "; known: "
                + String.join(", ", known));
      }
    }
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
