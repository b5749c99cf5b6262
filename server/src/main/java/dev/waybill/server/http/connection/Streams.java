package dev.waybill.server.http.connection;

import dev.waybill.server.auth.Quota;
import dev.waybill.server.auth.Waits;
import dev.waybill.server.http.api.HttpCode;
import dev.waybill.server.http.api.HttpLimits;
import dev.waybill.server.http.api.HttpRefusal;
import dev.waybill.server.http.api.Reply;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The open streams: limits their number and sends heartbeats on silent ones.
public final class Streams {

  private final Set<StreamWriter> open = ConcurrentHashMap.newKeySet();
  private final Quota quota;
  private final HttpLimits limits;
  private final HttpWaits waits;

  public Streams(Quota quota, HttpLimits limits, HttpWaits waits) {
    this.quota = quota;
    this.limits = limits;
    this.waits = waits;
  }

  /// Runs a stream on this thread until it ends.
  void run(Exchange exchange, Reply.Stream stream) {
    String tenant = HttpWaits.tenant(exchange);
    quota
        .take(tenant)
        .ifPresent(
            full -> {
              throw new HttpRefusal(HttpCode.TOO_MANY_STREAMS, full, Map.of("Retry-After", "5"));
            });
    try {
      pump(exchange, stream);
    } finally {
      quota.giveBack(tenant);
    }
  }

  private void pump(Exchange exchange, Reply.Stream stream) {
    exchange.begin(200, stream.mediaType(), Map.of("X-Accel-Buffering", "no"));
    Waits.Wait wait = waits.beginStream(exchange);
    StreamWriter writer = new StreamWriter(exchange, limits.writeTime(), wait::end);
    open.add(writer);
    try (wait) {
      writer.write(new byte[0]);
      stream.source().accept(writer);
    } finally {
      open.remove(writer);
    }
    writer.finish();
  }

  public void beat() {
    long now = System.nanoTime();
    Duration silence = limits.heartbeat();
    open.forEach(writer -> writer.beatIfSilent(now, silence));
  }

  public int size() {
    return open.size();
  }
}
