package dev.waybill.client.http;

import dev.waybill.Payload;
import dev.waybill.wire.http.HttpAnswer;
import dev.waybill.wire.http.HttpBody;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// Calls and streams over HTTP/1.1 on blocking connections; decision 0019 compares it with others.
public final class HttpLines implements AutoCloseable {

  private static final long LOOK_EVERY_SECONDS = 5;

  private final URI address;
  private final Duration connectTime;
  private final @Nullable SSLContext tls;
  private final ConcurrentLinkedDeque<HttpLine> idle = new ConcurrentLinkedDeque<>();
  private final Set<HttpLine> busy = ConcurrentHashMap.newKeySet();
  private final ScheduledThreadPoolExecutor clock;
  private volatile boolean closed;

  public HttpLines(URI address, Duration connectTime, @Nullable SSLContext tls) {
    this.address = address;
    this.connectTime = connectTime;
    this.tls = tls;
    this.clock =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("waybill-client-clock").factory());
    clock.setRemoveOnCancelPolicy(true);
    var _ =
        clock.scheduleWithFixedDelay(
            this::endOld, LOOK_EVERY_SECONDS, LOOK_EVERY_SECONDS, TimeUnit.SECONDS);
  }

  /// @param fresh whether to use a new connection
  public HttpAnswer<Payload> call(OutgoingRequest request, Duration longest, boolean fresh)
      throws IOException {
    return call(request, longest, fresh, new PendingCall());
  }

  private HttpAnswer<Payload> call(
      OutgoingRequest request, Duration longest, boolean fresh, PendingCall underway)
      throws IOException {
    HttpLine line = take(fresh);
    try {
      underway.goesOver(line);
      HttpAnswer<Payload> answer = timed(line, longest, () -> line.exchange(request));
      underway.isOver();
      giveBack(line);
      return answer;
    } catch (IOException | RuntimeException | Error broken) {
      end(line);
      throw broken;
    }
  }

  /// Opens a stream. Closing it, from any thread, ends a read in progress.
  ///
  /// @param longest the timeout for the start of the answer
  /// @param longestSilence the timeout for the next bytes
  public HttpAnswer<HttpStream> open(
      OutgoingRequest request, Duration longest, Duration longestSilence) throws IOException {
    HttpLine line = take(false);
    try {
      HttpAnswer<HttpBody> answer = timed(line, longest, () -> line.open(request, longestSilence));
      return answer.with(new HttpStream(answer.body(), () -> endStream(line, answer.body())));
    } catch (IOException | RuntimeException | Error broken) {
      end(line);
      throw broken;
    }
  }

  /// A connection is reused after its stream was read to the end.
  private void endStream(HttpLine line, HttpBody body) {
    if (busy.remove(line)) {
      if (body.isComplete() && line.canWait()) {
        giveBack(line);
      } else {
        line.close();
      }
    }
  }

  private HttpLine take(boolean fresh) throws IOException {
    HttpLine idleLine = fresh ? null : reused();
    HttpLine line = idleLine == null ? HttpLine.open(address, connectTime, tls) : idleLine;
    busy.add(line);
    return line;
  }

  /// Also ends idle connections: they were opened earlier and are probably broken, too.
  private void end(HttpLine line) {
    busy.remove(line);
    line.close();
    endIdle();
  }

  /// Makes the call on a separate virtual thread: an interrupt of the caller ends its wait, but not
  /// the call.
  public PendingCall send(OutgoingRequest request, Duration longest, boolean fresh) {
    PendingCall answer = new PendingCall();
    Thread.ofVirtual()
        .name("waybill-call")
        .start(
            () -> {
              try {
                answer.complete(call(request, longest, fresh, answer));
              } catch (IOException | RuntimeException | Error failed) {
                answer.completeExceptionally(failed);
              }
            });
    return answer;
  }

  private interface Exchange<T> {
    T run() throws IOException;
  }

  private <T> T timed(HttpLine line, Duration longest, Exchange<T> exchange) throws IOException {
    long until = System.nanoTime() + longest.toNanos();
    ScheduledFuture<?> end = closing(line, longest);
    try {
      return exchange.run();
    } catch (IOException broken) {
      if (System.nanoTime() - until >= 0) {
        SocketTimeoutException late = new SocketTimeoutException("no answer within " + longest);
        late.initCause(broken);
        throw late;
      }
      throw broken;
    } finally {
      end.cancel(false);
    }
  }

  private ScheduledFuture<?> closing(HttpLine line, Duration after) throws IOException {
    try {
      return clock.schedule(line::close, after.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException late) {
      throw new IOException("closed", late);
    }
  }

  private @Nullable HttpLine reused() {
    long now = System.nanoTime();
    for (HttpLine line = idle.pollFirst(); line != null; line = idle.pollFirst()) {
      if (!line.isTooOld(now) && line.isAlive(now)) {
        return line;
      }
      line.close();
    }
    return null;
  }

  private void giveBack(HttpLine line) {
    busy.remove(line);
    if (!line.isReusable()) {
      line.close();
      return;
    }
    idle.addFirst(line);
    if (closed) {
      endIdle();
    }
  }

  private void endOld() {
    long now = System.nanoTime();
    for (HttpLine line : idle) {
      if (line.isTooOld(now) && idle.remove(line)) {
        line.close();
      }
    }
  }

  private void endIdle() {
    for (HttpLine line = idle.pollFirst(); line != null; line = idle.pollFirst()) {
      line.close();
    }
  }

  /// Ends calls in progress.
  @Override
  public void close() {
    closed = true;
    clock.shutdownNow();
    endIdle();
    busy.forEach(HttpLine::close);
  }
}
