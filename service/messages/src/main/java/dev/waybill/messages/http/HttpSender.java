package dev.waybill.messages.http;

import dev.waybill.Payload;
import dev.waybill.base.Durations;
import dev.waybill.base.WorkContext;
import dev.waybill.messages.http.TargetAddresses.ForbiddenAddress;
import dev.waybill.wire.http.HttpAnswer;
import dev.waybill.wire.http.HttpBody;
import java.io.IOException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Sends HTTP requests over connections that it keeps for a while, and says for each request
/// whether anything was sent.
///
/// It does not follow redirects and reads only the beginning of an answer. It sends a request again
/// only if a kept connection turns out to be closed, and the request is repeatable.
public final class HttpSender {

  private static final int ANSWER_BYTES = 64 * 1024;

  /// For hosts of the configuration: some answer with the whole message.
  public static final int TRUSTED_ANSWER_BYTES = 8 * 1024 * 1024;

  private final Network network;
  private final Timeouts timeouts;
  private final InstantSource clock;
  private final IdleConnections idle;

  /// @param total from the lookup of the host to the end of the answer
  public record Timeouts(Duration connect, Duration total) {

    public static final Timeouts DEFAULT =
        new Timeouts(Duration.ofSeconds(5), Duration.ofSeconds(30));

    int connectMillis() {
      return Math.clamp(connect.toMillis(), 1, Integer.MAX_VALUE);
    }
  }

  public HttpSender(Network network, Timeouts timeouts, InstantSource clock) {
    this.network = network;
    this.timeouts = timeouts;
    this.clock = clock;
    this.idle = new IdleConnections(clock);
  }

  /// The request carries the trace context of the current work.
  public HttpOutcome send(OutgoingRequest asked) throws InterruptedException {
    String traceparent = WorkContext.current().traceparent();
    OutgoingRequest request = traceparent == null ? asked : asked.with("traceparent", traceparent);
    try (OutgoingCall call = new OutgoingCall()) {
      FutureTask<HttpOutcome> task = new FutureTask<>(() -> outcome(call, request));
      Thread.ofVirtual().name("waybill-http").start(task);
      return outcomeInTime(task, call, request);
    }
  }

  private HttpOutcome outcomeInTime(
      FutureTask<HttpOutcome> task, OutgoingCall call, OutgoingRequest request)
      throws InterruptedException {
    try {
      return task.get(timeouts.total().toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException late) {
      String error =
          request.origin() + " did not answer within " + Durations.text(timeouts.total());
      call.close();
      return failed(call, error);
    } catch (ExecutionException failed) {
      throw new IllegalStateException("cannot send a request", failed.getCause());
    }
  }

  private HttpOutcome outcome(OutgoingCall call, OutgoingRequest request) {
    try {
      return exchange(call, request);
    } catch (ForbiddenAddress forbidden) {
      return new HttpOutcome.Forbidden(String.valueOf(forbidden.getMessage()));
    } catch (UnknownHostException unknown) {
      return failed(call, "cannot reach " + request.origin() + ": the host is unknown");
    } catch (IOException broken) {
      String why = broken.getMessage() == null ? broken.toString() : broken.getMessage();
      return failed(call, "cannot reach " + request.origin() + ": " + why);
    }
  }

  private static HttpOutcome failed(OutgoingCall call, String error) {
    return call.hasSent() ? new HttpOutcome.Unanswered(error) : new HttpOutcome.Unreachable(error);
  }

  private HttpOutcome exchange(OutgoingCall call, OutgoingRequest request)
      throws IOException, ForbiddenAddress {
    List<Hop> hops = network.hops(request.uri(), request.port());
    Optional<OutgoingConnection> kept = idle.take(request.origin(), hops);
    if (kept.isPresent()) {
      try {
        return exchange(call, call.use(kept.get()), request);
      } catch (IOException closed) {
        kept.get().close();
        if (!request.repeatable()) {
          throw closed;
        }
      }
    }
    return exchange(call, OutgoingConnection.openAny(hops, opening(request), call), request);
  }

  private OutgoingConnection.Opening opening(OutgoingRequest request) {
    return new OutgoingConnection.Opening(request, network, timeouts.connectMillis());
  }

  private HttpOutcome exchange(
      OutgoingCall call, OutgoingConnection connection, OutgoingRequest request)
      throws IOException {
    call.sends();
    HttpAnswer<HttpBody> answer = connection.exchange(request.bytes());
    Payload body = Payload.wrap(answer.body().readNBytes(answerBytes()));
    if (connection.isReusable(answer.body()) && call.release()) {
      idle.put(request.origin(), connection);
    }
    return new HttpOutcome.Answered(
        answer.status(),
        answer.headers(),
        body,
        RetryAfter.in(answer.header("retry-after").orElse(""), clock.instant()));
  }

  private int answerBytes() {
    return network.targets().isTrusted() ? TRUSTED_ANSWER_BYTES : ANSWER_BYTES;
  }
}
