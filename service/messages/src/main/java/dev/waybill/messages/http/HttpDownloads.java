package dev.waybill.messages.http;

import dev.waybill.base.Durations;
import dev.waybill.messages.http.TargetAddresses.ForbiddenAddress;
import dev.waybill.wire.http.HttpAnswer;
import dev.waybill.wire.http.HttpBody;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Downloads files from URLs that callers name, one after the other, within one time for all.
///
/// Every URL, also that of a redirect, is checked as the recipient of a webhook is. Messages of
/// exceptions name the URL without its query, which may contain a secret.
public final class HttpDownloads implements AutoCloseable {

  private static final int REDIRECTS = 5;
  private static final Set<Integer> MOVED = Set.of(301, 302, 303, 307, 308);

  private final Network network;
  private final HttpSender.Timeouts timeouts;
  private final OutgoingCall call = new OutgoingCall();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private @Nullable OutgoingConnection connection;

  private HttpDownloads(Network network, HttpSender.Timeouts timeouts) {
    this.network = network;
    this.timeouts = timeouts;
  }

  /// Starts the time.
  public static HttpDownloads start(Network network, HttpSender.Timeouts timeouts) {
    HttpDownloads downloads = new HttpDownloads(network, timeouts);
    var _ =
        downloads
            .ended
            .orTimeout(timeouts.total().toMillis(), TimeUnit.MILLISECONDS)
            .whenCompleteAsync((_, _) -> downloads.call.close(), Thread::startVirtualThread);
    return downloads;
  }

  /// The file behind a URL, while it arrives. Ends the download before.
  public InputStream open(URI url) throws IOException {
    try {
      return new Arriving(url, answer(url).body());
    } catch (UnknownHostException unknown) {
      throw failed(url, "the host is unknown", unknown);
    } catch (IOException | ForbiddenAddress broken) {
      throw failed(url, String.valueOf(broken.getMessage()), broken);
    }
  }

  private HttpAnswer<HttpBody> answer(URI url) throws IOException, ForbiddenAddress {
    URI next = url;
    for (int redirects = 0; redirects <= REDIRECTS; redirects++) {
      HttpAnswer<HttpBody> answer = ask(next);
      if (answer.isGood()) {
        return plain(answer);
      }
      if (!MOVED.contains(answer.status())) {
        throw new IOException("the server answered " + answer.status());
      }
      next = redirected(next, answer.header("location").orElse(""));
    }
    throw new IOException("it has more than " + REDIRECTS + " redirects");
  }

  private HttpAnswer<HttpBody> ask(URI url) throws IOException, ForbiddenAddress {
    closeConnection();
    OutgoingRequest request =
        OutgoingRequest.get(URI.create(url.toASCIIString()))
            .with("Accept-Encoding", "identity")
            .with("Connection", "close");
    OutgoingConnection next =
        OutgoingConnection.openAny(
            network.hops(request.uri(), request.port()),
            new OutgoingConnection.Opening(request, network, timeouts.connectMillis()),
            call);
    connection = next;
    return next.exchange(request.bytes());
  }

  private static HttpAnswer<HttpBody> plain(HttpAnswer<HttpBody> answer) throws IOException {
    String coding = answer.header("content-encoding").orElse("identity");
    if (!coding.equalsIgnoreCase("identity")) {
      throw new IOException("the server sent it compressed, although that was not asked for");
    }
    return answer;
  }

  private static URI redirected(URI from, String location) throws IOException {
    URI to;
    try {
      to = from.resolve(location);
    } catch (IllegalArgumentException malformed) {
      throw new IOException("it has a malformed redirect", malformed);
    }
    if (location.isEmpty() || !OutgoingRequest.isWebAddress(to)) {
      throw new IOException("it has a malformed redirect");
    }
    if (from.getScheme().equalsIgnoreCase("https") && !to.getScheme().equalsIgnoreCase("https")) {
      throw new IOException("it has a redirect from https to http");
    }
    return to;
  }

  private IOException failed(URI url, String why, Exception cause) {
    String reason =
        ended.isCompletedExceptionally()
            ? "the downloads took longer than " + Durations.text(timeouts.total())
            : why;
    String shown = url.getScheme() + "://" + url.getRawAuthority() + url.getRawPath();
    return new IOException("cannot download " + shown + ": " + reason, cause);
  }

  private void closeConnection() {
    if (connection != null) {
      connection.close();
    }
  }

  @Override
  public void close() {
    ended.complete(null);
    call.close();
    closeConnection();
  }

  /// A body whose errors name the URL.
  private final class Arriving extends FilterInputStream {

    private final URI url;

    Arriving(URI url, InputStream body) {
      super(body);
      this.url = url;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      try {
        return in.read(into, from, length);
      } catch (IOException broken) {
        throw failed(url, String.valueOf(broken.getMessage()), broken);
      }
    }
  }
}
