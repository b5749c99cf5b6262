package dev.waybill.messages.http;

import dev.waybill.Payload;
import dev.waybill.base.Durations;
import dev.waybill.messages.http.TargetAddresses.ForbiddenAddress;
import dev.waybill.wire.http.HttpAnswer;
import dev.waybill.wire.http.HttpBody;
import java.io.IOException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Sends HTTP requests, one connection each, and says for each whether anything was sent.
///
/// It does not retry, does not follow redirects, and reads only the beginning of an answer.
public final class HttpSender {

  private static final int ANSWER_BYTES = 64 * 1024;

  private final TargetAddresses addresses;
  private final Timeouts timeouts;
  private final InstantSource clock;

  /// @param total from the lookup of the host to the end of the answer
  public record Timeouts(Duration connect, Duration total) {

    public static final Timeouts DEFAULT =
        new Timeouts(Duration.ofSeconds(5), Duration.ofSeconds(30));
  }

  public HttpSender(TargetAddresses addresses, Timeouts timeouts, InstantSource clock) {
    this.addresses = addresses;
    this.timeouts = timeouts;
    this.clock = clock;
  }

  public HttpOutcome send(OutgoingRequest request) throws InterruptedException {
    try (OutgoingConnection connection = new OutgoingConnection(request, timeouts.connect())) {
      FutureTask<HttpOutcome> call = new FutureTask<>(() -> exchange(connection, request));
      Thread.ofVirtual().name("waybill-http").start(call);
      return outcome(call, connection, request);
    }
  }

  private HttpOutcome outcome(
      FutureTask<HttpOutcome> call, OutgoingConnection connection, OutgoingRequest request)
      throws InterruptedException {
    try {
      return call.get(timeouts.total().toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException late) {
      String error =
          request.origin() + " did not answer within " + Durations.text(timeouts.total());
      connection.close();
      return failed(connection, error);
    } catch (ExecutionException failed) {
      throw new IllegalStateException("cannot send a request", failed.getCause());
    }
  }

  private HttpOutcome exchange(OutgoingConnection connection, OutgoingRequest request) {
    try {
      connection.open(addresses.resolve(request.uri().getHost()));
      return answered(connection.exchange());
    } catch (ForbiddenAddress forbidden) {
      return new HttpOutcome.Forbidden(String.valueOf(forbidden.getMessage()));
    } catch (UnknownHostException unknown) {
      return new HttpOutcome.Unreachable(
          "cannot reach " + request.origin() + ": the host is unknown");
    } catch (IOException broken) {
      String why = broken.getMessage() == null ? broken.toString() : broken.getMessage();
      return failed(connection, "cannot reach " + request.origin() + ": " + why);
    }
  }

  private static HttpOutcome failed(OutgoingConnection connection, String error) {
    return connection.hasSent()
        ? new HttpOutcome.Unanswered(error)
        : new HttpOutcome.Unreachable(error);
  }

  private HttpOutcome answered(HttpAnswer<HttpBody> answer) throws IOException {
    return new HttpOutcome.Answered(
        answer.status(),
        answer.headers(),
        Payload.wrap(answer.body().readNBytes(ANSWER_BYTES)),
        RetryAfter.in(answer.header("retry-after").orElse(""), clock.instant()));
  }
}
