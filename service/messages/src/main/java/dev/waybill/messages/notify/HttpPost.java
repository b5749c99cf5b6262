package dev.waybill.messages.notify;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Durations;
import dev.waybill.base.Text;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Posts JSON to one URL and separates temporary from permanent failures.
///
/// Redirects are not followed: they could lead to a host that was not configured.
final class HttpPost {

  static final Duration USUAL_TIMEOUT = Duration.ofSeconds(10);

  private static final int ANSWER_BYTES = 16 * 1024;
  private static final int QUOTED = 200;

  private final URI address;
  private final Duration timeout;
  private final InstantSource clock;
  private final HttpClient http;

  /// @param timeout the total time, from connecting to the end of the response
  HttpPost(URI address, Duration timeout, InstantSource clock) {
    requireAddress(address);
    this.address = address;
    this.timeout = timeout;
    this.clock = clock;
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(timeout)
            .build();
  }

  /// Returns the beginning of a successful response.
  byte[] send(byte[] json, Map<String, String> headers) throws InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address)
            .header("Content-Type", "application/json; charset=utf-8")
            .header("User-Agent", "waybill")
            .POST(BodyPublishers.ofByteArray(json));
    headers.forEach(request::header);
    return bodyOf(answer(request.build()));
  }

  private HttpResponse<byte[]> answer(HttpRequest request) throws InterruptedException {
    CompletableFuture<HttpResponse<byte[]>> sending =
        http.sendAsync(request, _ -> new FirstBytes(ANSWER_BYTES));
    try {
      return sending.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException late) {
      throw new NotSent.Later(
          origin() + " did not answer within " + Durations.text(timeout), null, late);
    } catch (ExecutionException failed) {
      throw unreachable(failed.getCause() == null ? failed : failed.getCause());
    } finally {
      sending.cancel(true);
    }
  }

  private NotSent unreachable(Throwable cause) {
    String why = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    String message = "cannot reach " + origin() + ": " + why;
    return cause instanceof IOException
        ? new NotSent.Later(message, null, cause)
        : new NotSent.Never(message);
  }

  private byte[] bodyOf(HttpResponse<byte[]> response) {
    int status = response.statusCode();
    return switch (status / 100) {
      case 2 -> response.body();
      case 3 -> throw redirected(response);
      case 5 -> throw later(response);
      default ->
          throw (status == 408 || status == 425 || status == 429)
              ? later(response)
              : never(response);
    };
  }

  private NotSent later(HttpResponse<byte[]> response) {
    return new NotSent.Later(
        describe(response), RetryAfter.in(response.headers(), clock.instant()), null);
  }

  private NotSent never(HttpResponse<byte[]> response) {
    return new NotSent.Never(describe(response));
  }

  private NotSent redirected(HttpResponse<byte[]> response) {
    String to = response.headers().firstValue("Location").orElse("");
    return new NotSent.Never(
        origin()
            + " answered "
            + response.statusCode()
            + " with a redirect to "
            + Text.quote(to)
            + "; redirects are not followed: configure the final URL");
  }

  private String describe(HttpResponse<byte[]> response) {
    String body = new String(response.body(), StandardCharsets.UTF_8).strip();
    String about = body.isEmpty() ? "" : ": " + Text.storable(body, QUOTED);
    return origin() + " answered " + response.statusCode() + about;
  }

  /// Without the path, which may contain a secret.
  private String origin() {
    return address.getScheme() + "://" + address.getRawAuthority();
  }

  private static void requireAddress(URI address) {
    String scheme = String.valueOf(address.getScheme());
    boolean usable =
        (scheme.equals("http") || scheme.equals("https"))
            && address.getHost() != null
            && address.getRawUserInfo() == null;
    if (!usable) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "a notification URL must have http or https and a host, and no user information");
    }
  }
}
