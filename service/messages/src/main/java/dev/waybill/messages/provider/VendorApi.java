package dev.waybill.messages.provider;

import dev.waybill.messages.http.HttpOutcome;
import dev.waybill.messages.http.HttpSender;
import dev.waybill.messages.http.OutgoingRequest;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Function;

/// The HTTP API of a vendor. Its URL is configured, so it is trusted.
public final class VendorApi {

  private final URI base;
  private final HttpSender http;
  private final InstantSource clock;

  private VendorApi(URI base, HttpSender http, InstantSource clock) {
    this.base = base;
    this.http = http;
    this.clock = clock;
  }

  /// @param standard the URL of the API if the option `url` does not give another
  public static VendorApi of(ProviderAddress address, String standard, ProviderHost host) {
    return new VendorApi(
        address.url(standard),
        new HttpSender(host.network().trusted(), address.timeouts(), host.clock()),
        host.clock());
  }

  public Instant now() {
    return clock.instant();
  }

  public URI path(String path) {
    return URI.create(base.toString().replaceFirst("/+$", "") + path);
  }

  public HttpOutcome call(OutgoingRequest request) throws InterruptedException {
    return http.send(request);
  }

  /// @param accepted reads the answer to a message that was accepted
  public HandoffResult send(
      OutgoingMessage message,
      OutgoingRequest request,
      Function<HttpOutcome.Answered, HandoffResult> accepted)
      throws InterruptedException {
    return HttpHandoff.result(http.send(request), message, accepted);
  }
}
