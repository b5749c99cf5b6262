package dev.waybill.client.call;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.BlockInputStream;
import dev.waybill.client.http.HttpStream;
import dev.waybill.wire.http.HttpAnswer;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The payload or result of a job, or an attachment, streamed by the server. Fails with the codes
/// of a call, as a stream of the store does. If the connection breaks, it continues at the next
/// byte, as long as the server still has the same content.
public final class Download extends BlockInputStream {

  private final HttpTransport transport;
  private final HttpCall call;
  private final @Nullable String version;
  private volatile HttpStream bytes;
  private volatile boolean closed;
  private RetryTime retries;
  private long position;

  public Download(HttpTransport transport, HttpCall call) {
    this.transport = transport;
    this.call = call;
    HttpAnswer<HttpStream> answer = transport.download(call);
    this.version = answer.header("etag").orElse(null);
    this.bytes = answer.body();
    this.retries = new RetryTime(transport.retryFor());
  }

  @Override
  public int read(byte[] into, int from, int length) {
    while (true) {
      try {
        return count(bytes.read(into, from, length));
      } catch (IOException broken) {
        resume(broken);
      }
    }
  }

  private int count(int more) {
    if (more > 0) {
      position += more;
      retries = new RetryTime(transport.retryFor());
    }
    return more;
  }

  private void resume(IOException broken) {
    bytes.close();
    checkOpen(broken);
    if (version == null || !transport.pause(retries, Duration.ZERO)) {
      throw transport.cutShort(broken);
    }
    HttpAnswer<HttpStream> rest =
        transport.download(
            call.withHeader("Range", "bytes=" + position + "-").withHeader("If-Range", version));
    bytes = rest.body();
    checkOpen(broken);
    if (!rest.header("content-range").orElse("").startsWith("bytes " + position + "-")) {
      bytes.close();
      throw transport.cutShort(broken);
    }
  }

  private void checkOpen(IOException broken) {
    if (closed) {
      bytes.close();
      throw new WaybillException(Code.CLOSED, "the download is closed", broken);
    }
  }

  @Override
  public void close() {
    closed = true;
    bytes.close();
  }
}
