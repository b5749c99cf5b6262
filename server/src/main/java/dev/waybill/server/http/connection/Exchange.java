package dev.waybill.server.http.connection;

import dev.waybill.server.auth.AdmittedCaller;
import dev.waybill.server.auth.Caller;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.telemetry.ObservedCall;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/// One request and its response: sends it, enforces timeouts, and detects that the client has
/// disconnected.
public final class Exchange {

  private static final HttpField NO_SNIFF = new HttpField("X-Content-Type-Options", "nosniff");
  private static final HttpField NO_STORE = new HttpField(HttpHeader.CACHE_CONTROL, "no-store");

  /// The minimum rate at which a client must send or accept a body.
  private static final int BYTES_PER_MILLI = 16;

  private static final long NANOS_PER_BYTE = 1_000_000 / BYTES_PER_MILLI;

  /// The maximum number of bytes that a client may send after its request was refused.
  private static final long MOST_DISCARDED = 64L << 20;

  private static final int NOT_MODIFIED = 304;
  private static final int PIECE = 64 * 1024;

  private static final Duration LINGER = Duration.ofSeconds(10);

  private final Exchanges all;
  private final Request request;
  private final Response response;
  private final Callback callback;
  private final ObservedCall watched;

  /// When the client must have sent or accepted its data, in nano time; 0 while the server works.
  private volatile long overdueAt;
  private volatile boolean gone;
  private volatile boolean last;
  private volatile boolean bodyRead;
  private volatile Runnable undelivered = () -> {};

  private volatile @Nullable AdmittedCaller pass;

  /// Releases what was reserved for the body; used only by the thread of the call.
  private Runnable release = () -> {};

  Exchange(
      Exchanges all, Request request, Response response, Callback callback, ObservedCall watched) {
    this.all = all;
    this.request = request;
    this.response = response;
    this.callback = callback;
    this.watched = watched;
  }

  public Request request() {
    return request;
  }

  Response response() {
    return response;
  }

  public String traceId() {
    return watched.traceId();
  }

  /// The call for metrics and traces.
  ObservedCall watched() {
    return watched;
  }

  public Optional<String> header(String name) {
    return Optional.ofNullable(request.getHeaders().get(name));
  }

  Caller admitted(AdmittedCaller admitted) {
    pass = admitted;
    return admitted.caller();
  }

  /// The admitted caller; empty if the route needs none.
  Optional<AdmittedCaller> pass() {
    return Optional.ofNullable(pass);
  }

  EndPoint endPoint() {
    return request.getConnectionMetaData().getConnection().getEndPoint();
  }

  /// Starts a timeout for the client.
  void clientHas(Duration time) {
    overdueAt = Math.max(1, System.nanoTime() + time.toNanos());
  }

  /// Extends the timeout for bytes that arrived.
  void clientSent(int bytes) {
    long limit = overdueAt;
    overdueAt = limit + bytes * NANOS_PER_BYTE;
  }

  /// Ends the timeout: the client waits for the server.
  void clientWaits() {
    overdueAt = 0;
  }

  boolean isOverdue(long now) {
    long limit = overdueAt;
    return limit != 0 && now - limit > 0;
  }

  /// Closes the connection without a response.
  void abort() {
    request.getConnectionMetaData().getConnection().close();
  }

  void markGone() {
    gone = true;
  }

  /// Whether the client is known to have disconnected.
  public boolean isGone() {
    return gone;
  }

  void whenAnswered(Runnable releaseBody) {
    release = releaseBody;
  }

  void releaseBody() {
    release.run();
  }

  private boolean hasBody() {
    return request.getLength() > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
  }

  void markBodyRead() {
    bodyRead = true;
  }

  /// Closes the connection after this response.
  void markLast() {
    last = true;
  }

  /// Sets an action to run if the client does not get the answer.
  public void ifUndelivered(Runnable action) {
    undelivered = action;
  }

  void send(Reply.Document reply, Duration writeTime) {
    boolean unread = hasBody() && !bodyRead;
    if (unread) {
      // No other request can follow an unread body: announce that the connection closes.
      markLast();
    }
    begin(reply.status(), reply.mediaType(), reply.headers());
    byte[] body = reply.body().bytesWithoutCopy();
    if (reply.status() != NOT_MODIFIED) {
      response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
    }
    clientHas(writeTime.plusMillis(body.length / BYTES_PER_MILLI));
    response.write(true, ByteBuffer.wrap(body), unread ? afterTheRest() : completion());
  }

  /// Sends stored bytes in pieces, on this thread, and reads only what the client accepts. A source
  /// that fails ends the connection before all bytes are sent.
  void send(Reply.Download download, Duration writeTime) {
    try (InputStream body = isHead() ? InputStream.nullInputStream() : download.body().get()) {
      begin(download.status(), download.mediaType(), download.headers());
      response.getHeaders().put(HttpHeader.CONTENT_LENGTH, download.length());
      StreamWriter writer = new StreamWriter(this, writeTime, () -> {});
      byte[] piece = body.readNBytes(PIECE);
      while (piece.length > 0 && writer.write(piece)) {
        piece = body.readNBytes(PIECE);
      }
      writer.finish();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private boolean isHead() {
    return request.getMethod().equals("HEAD");
  }

  /// Discards the rest of the body for a while before the connection is closed. A client that is
  /// still sending would otherwise see a broken connection instead of the response.
  private Callback afterTheRest() {
    return Callback.from(() -> Thread.startVirtualThread(this::discardTheRest), this::failed);
  }

  private void discardTheRest() {
    watched.answered(response.getStatus());
    clientHas(LINGER);
    try {
      Content.Source.asInputStream(request).skipNBytes(all.isDraining() ? 0 : MOST_DISCARDED);
    } catch (IOException over) {
      // The body has ended, or the client has disconnected.
    } finally {
      clientWaits();
      succeeded();
    }
  }

  void begin(int status, String mediaType, Map<String, String> headers) {
    response.setStatus(status);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, mediaType);
    response.getHeaders().add(NO_SNIFF);
    response.getHeaders().add(NO_STORE);
    headers.forEach(response.getHeaders()::put);
    if (last || all.isDraining()) {
      response.getHeaders().put(HttpHeader.CONNECTION, "close");
    }
  }

  /// Ends the exchange, successful or not.
  Callback completion() {
    return Callback.from(this::succeeded, this::failed);
  }

  private void succeeded() {
    all.over(this);
    watched.answered(response.getStatus());
    callback.succeeded();
  }

  private void failed(Throwable cause) {
    all.over(this);
    watched.answered(response.getStatus());
    Thread.startVirtualThread(undelivered);
    callback.failed(cause);
  }
}
