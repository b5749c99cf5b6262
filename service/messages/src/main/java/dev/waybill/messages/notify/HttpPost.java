package dev.waybill.messages.notify;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.messages.http.HttpOutcome;
import dev.waybill.messages.http.HttpSender;
import dev.waybill.messages.http.OutgoingRequest;
import dev.waybill.messages.http.TargetAddresses;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;

/// Posts JSON to one URL and separates temporary from permanent failures.
///
/// Redirects are not followed: they could lead to a host that was not configured.
final class HttpPost {

  static final Duration USUAL_TIMEOUT = Duration.ofSeconds(10);

  private static final int QUOTED = 200;

  private final URI address;
  private final HttpSender http;

  /// @param timeout the total time, from connecting to the end of the response
  HttpPost(URI address, Duration timeout, InstantSource clock) {
    if (!OutgoingRequest.isWebAddress(address)) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "a notification URL must have http or https and a host, and no user information");
    }
    this.address = address;
    this.http =
        new HttpSender(TargetAddresses.trusted(), new HttpSender.Timeouts(timeout, timeout), clock);
  }

  /// Returns the beginning of a successful response.
  byte[] send(byte[] json, Map<String, String> headers) throws InterruptedException {
    return switch (http.send(OutgoingRequest.json(address, json).with(headers))) {
      case HttpOutcome.Answered answer -> bodyOf(answer);
      case HttpOutcome.Failed failed -> throw new NotSent.Later(failed.error(), null, null);
    };
  }

  private byte[] bodyOf(HttpOutcome.Answered answer) {
    int status = answer.status();
    return switch (status / 100) {
      case 2 -> answer.body().bytes();
      case 3 -> throw redirected(answer);
      case 5 -> throw later(answer);
      default ->
          throw (status == 408 || status == 425 || status == 429)
              ? later(answer)
              : new NotSent.Never(describe(answer));
    };
  }

  private NotSent later(HttpOutcome.Answered answer) {
    return new NotSent.Later(describe(answer), answer.retryAfter(), null);
  }

  private NotSent redirected(HttpOutcome.Answered answer) {
    String to = answer.header("location").orElse("");
    return new NotSent.Never(
        origin()
            + " answered "
            + answer.status()
            + " with a redirect to "
            + Text.quote(to)
            + "; redirects are not followed: configure the final URL");
  }

  private String describe(HttpOutcome.Answered answer) {
    String body = answer.body().text().strip();
    String about = body.isEmpty() ? "" : ": " + Text.storable(body, QUOTED);
    return origin() + " answered " + answer.status() + about;
  }

  /// Without the path, which may contain a secret.
  private String origin() {
    return address.getScheme() + "://" + address.getRawAuthority();
  }
}
