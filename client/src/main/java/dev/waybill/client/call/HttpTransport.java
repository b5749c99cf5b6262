package dev.waybill.client.call;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.base.Durations;
import dev.waybill.base.TrustedCertificates;
import dev.waybill.client.http.HttpHead;
import dev.waybill.client.http.HttpLines;
import dev.waybill.client.http.HttpStream;
import dev.waybill.client.http.InterruptibleCall;
import dev.waybill.client.http.OutgoingRequest;
import dev.waybill.settings.ConnectSettings;
import dev.waybill.wire.http.HttpAnswer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.SSLContext;

/// Sends calls to one server and retries them for a limited time.
public final class HttpTransport implements AutoCloseable {

  /// A problem document is far shorter; more is not read.
  private static final int LONGEST_PROBLEM = 1 << 20;

  private static final Duration LONGEST_ASKED = Duration.ofMinutes(1);

  /// A running server sends a line of events every 15 seconds, and downloads without a pause.
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(45);

  private final String base;
  private final ConnectSettings settings;
  private final HttpLines lines;
  private final CountDownLatch closed = new CountDownLatch(1);

  public HttpTransport(URI address, ConnectSettings settings) {
    this.base = address.toString().replaceFirst("/+$", "");
    this.settings = settings;
    SSLContext tls =
        settings.ca() == null ? null : new TrustedCertificates(settings.ca()).context();
    this.lines = new HttpLines(address, settings.connectTime(), tls);
  }

  public CallAnswer send(HttpCall call) {
    return send(call, Waiting.UNINTERRUPTED);
  }

  /// Sends a call until it is answered, permanently refused, or the time for retries is over.
  public CallAnswer send(HttpCall call, Waiting waiting) {
    RetryTime retries = new RetryTime(settings.retryFor());
    boolean unsure = false;
    try {
      while (true) {
        switch (once(call, waiting)) {
          case CallAttempt.Answered(Payload body) -> {
            return new CallAnswer(body, unsure);
          }
          case CallAttempt.Refused refused -> {
            goOn(call, refused, waiting, retries);
            unsure |= !refused.isCertain();
          }
          case CallAttempt.Broken broken -> {
            goOn(call, broken, waiting, retries);
            unsure |= !broken.isUnheard();
          }
        }
      }
    } catch (InterruptedException interrupted) {
      throw interruptedException();
    }
  }

  /// Empty if the server answers 404.
  public Optional<CallAnswer> find(HttpCall call) {
    try {
      return Optional.of(send(call));
    } catch (WaybillException refused) {
      if (refused.code() == Code.NOT_FOUND) {
        return Optional.empty();
      }
      throw refused;
    }
  }

  /// Opens a stream, in one try: its reader resumes it after a failure anyway.
  public HttpAnswer<HttpStream> open(HttpCall call) throws IOException, InterruptedException {
    checkOpen();
    HttpAnswer<HttpStream> answer =
        InterruptibleCall.run(
            () -> lines.open(request(call), call.timeout(settings.callTime()), LONGEST_SILENCE),
            late -> late.body().close());
    if (answer.isGood()) {
      return answer;
    }
    try (HttpStream body = answer.body()) {
      Payload problem = Payload.wrap(body.readNBytes(LONGEST_PROBLEM));
      throw Problems.exception(Problems.read(answer.status(), problem));
    }
  }

  /// Opens a stream, with the retries of other calls.
  public HttpAnswer<HttpStream> download(HttpCall call) {
    Waiting waiting = new UntilInterrupted(_ -> {});
    RetryTime retries = new RetryTime(settings.retryFor());
    try {
      while (true) {
        try {
          return open(call);
        } catch (RefusedCall refused) {
          goOn(call, new CallAttempt.Refused(refused, Duration.ZERO), waiting, retries);
        } catch (IOException broken) {
          goOn(call, new CallAttempt.Broken(broken), waiting, retries);
        }
      }
    } catch (InterruptedException interrupted) {
      throw interruptedException();
    }
  }

  /// The error for a stream that ended early.
  public WaybillException cutShort(IOException cause) {
    checkOpen();
    return new WaybillException(
        Code.UNAVAILABLE,
        "the connection to " + base + " was lost before the end of the download",
        cause);
  }

  /// Waits before a retry; returns false if the time for retries is over. Throws [Code#CLOSED] if
  /// the client is or was closed.
  public boolean pause(RetryTime retries, Duration asked, Waiting waiting)
      throws InterruptedException {
    OptionalLong wait = retries.next(asked);
    if (wait.isPresent()) {
      var _ = waiting.pause(closed, wait.getAsLong());
    }
    checkOpen();
    return wait.isPresent();
  }

  /// Waits before a retry; an interrupt throws [Code#INTERRUPTED].
  public boolean pause(RetryTime retries, Duration asked) {
    try {
      return pause(retries, asked, new UntilInterrupted(_ -> {}));
    } catch (InterruptedException interrupted) {
      throw interruptedException();
    }
  }

  /// Waits for this time, or until the client is closed.
  public void pause(long nanos) {
    try {
      var _ = Waiting.UNINTERRUPTED.pause(closed, nanos);
    } catch (InterruptedException interrupted) {
      throw interruptedException();
    }
  }

  public Duration retryFor() {
    return settings.retryFor();
  }

  public WaybillException unreachable(Exception cause) {
    String why = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    String text =
        "cannot reach "
            + base
            + " (tried for "
            + Durations.text(settings.retryFor())
            + "): "
            + why
            + "; is the server running?";
    return new WaybillException(Code.UNAVAILABLE, text, cause);
  }

  /// A retry would not help.
  private WaybillException distrusted(Exception cause) {
    String text =
        "the certificate of "
            + base
            + " is not trusted: "
            + UntrustedCertificate.explain(cause, settings.ca());
    return new WaybillException(Code.CLOSED, text, cause);
  }

  public static WaybillException interruptedException() {
    Thread.currentThread().interrupt();
    return new WaybillException(Code.INTERRUPTED, "interrupted while waiting for the server");
  }

  private CallAttempt once(HttpCall call, Waiting waiting) throws InterruptedException {
    checkOpen();
    try {
      HttpAnswer<Payload> answer = answer(call, waiting);
      Payload body = answer.body();
      return answer.isGood()
          ? new CallAttempt.Answered(body)
          : new CallAttempt.Refused(
              Problems.exception(Problems.read(answer.status(), body)), retryAfter(answer));
    } catch (IOException broken) {
      return new CallAttempt.Broken(broken);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof IOException broken) {
        return new CallAttempt.Broken(broken);
      }
      if (failed.getCause() instanceof WaybillException refused) {
        throw refused;
      }
      throw new WaybillException(Code.STORE_FAILED, "cannot call " + base, failed.getCause());
    }
  }

  /// A call that must not be repeated uses a new connection: on a reused one, a close by the server
  /// would leave open whether it received the call.
  ///
  /// An interrupt does not end a read on a platform thread, so calls without interrupts run on the
  /// thread of the caller. They succeed even if handlers keep all other threads busy.
  private HttpAnswer<Payload> answer(HttpCall call, Waiting waiting)
      throws IOException, InterruptedException, ExecutionException {
    boolean fresh = call.repeat() == HttpCall.Repeat.IF_REFUSED;
    boolean here = waiting.equals(Waiting.UNINTERRUPTED) && !Thread.currentThread().isVirtual();
    return here
        ? lines.call(request(call), call.timeout(settings.callTime()), fresh)
        : waiting.answer(lines.send(request(call), call.timeout(settings.callTime()), fresh));
  }

  private void goOn(HttpCall call, CallAttempt.Refused refused, Waiting waiting, RetryTime retries)
      throws InterruptedException {
    boolean repeatable = call.repeat() == HttpCall.Repeat.ALWAYS || refused.isCertain();
    if (!refused.isPassing() || !repeatable || !pause(retries, refused.after(), waiting)) {
      throw refused.problem();
    }
  }

  private void goOn(HttpCall call, CallAttempt.Broken broken, Waiting waiting, RetryTime retries)
      throws InterruptedException {
    checkOpen();
    if (UntrustedCertificate.isCauseOf(broken.cause())) {
      throw distrusted(broken.cause());
    }
    boolean repeatable = call.repeat() == HttpCall.Repeat.ALWAYS || broken.isUnheard();
    if (!repeatable) {
      throw new WaybillException(
          Code.UNAVAILABLE,
          "the connection to "
              + base
              + " was lost before the answer; the call may have been applied",
          broken.cause());
    }
    if (!pause(retries, Duration.ZERO, waiting)) {
      throw unreachable(broken.cause());
    }
  }

  private OutgoingRequest request(HttpCall call) {
    HttpHead head = new HttpHead(call.method(), URI.create(base + call.path()));
    headers(call).forEach(head::header);
    return head.with(call.body());
  }

  private Map<String, String> headers(HttpCall call) {
    Map<String, String> headers = new HashMap<>();
    if (call.body().size() > 0) {
      headers.put("Content-Type", "application/json");
    }
    if (settings.key() != null) {
      headers.put("Authorization", "Bearer " + settings.key());
    }
    settings.traceparent().get().ifPresent(context -> headers.put("traceparent", context));
    headers.putAll(call.headers());
    return headers;
  }

  private static Duration retryAfter(HttpAnswer<Payload> answer) {
    String text = answer.header("retry-after").orElse("0");
    boolean isSeconds = text.matches("\\d{1,4}");
    Duration asked = isSeconds ? Duration.ofSeconds(Long.parseLong(text)) : Duration.ZERO;
    return asked.compareTo(LONGEST_ASKED) < 0 ? asked : LONGEST_ASKED;
  }

  public void checkOpen() {
    if (closed.getCount() == 0) {
      throw new WaybillException(Code.CLOSED, "this connection to " + base + " was closed");
    }
  }

  /// Ends calls in progress.
  @Override
  public void close() {
    closed.countDown();
    lines.close();
  }
}
