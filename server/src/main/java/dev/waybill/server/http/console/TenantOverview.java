package dev.waybill.server.http.console;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.QueueStats;
import dev.waybill.WaybillException;
import dev.waybill.insight.Overview;
import dev.waybill.insight.OverviewSource;
import dev.waybill.wire.insight.OverviewJson;
import dev.waybill.wire.json.Encoding;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The overview of one tenant, computed every 2 seconds by one of the streams that wait for it.
final class TenantOverview {

  private static final long EVERY = Duration.ofSeconds(2).toNanos();
  private static final int MOST_QUEUES = 500;

  /// An encoded event.
  record Version(long number, Payload event) {}

  private final OverviewSource source;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private @Nullable Version latest;
  private @Nullable Overview lastOverview;
  private long computedAt;
  private int streams;

  TenantOverview(OverviewSource source) {
    this.source = source;
  }

  /// Called under the lock of the map.
  TenantOverview joined() {
    streams++;
    return this;
  }

  /// Whether no stream is left.
  boolean left() {
    return --streams == 0;
  }

  /// The latest version, unless it is older than one period.
  Version current() throws InterruptedException {
    return next(0);
  }

  /// The next version; waits until it is due.
  Version after(Version seen) throws InterruptedException {
    return next(seen.number());
  }

  private Version next(long seen) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (true) {
        Version known = latest;
        long wait = computedAt + EVERY - System.nanoTime();
        if (known == null || wait <= 0) {
          return computed(known == null ? 1 : known.number() + 1);
        }
        if (known.number() > seen) {
          return known;
        }
        changed.awaitNanos(wait);
      }
    } finally {
      lock.unlock();
    }
  }

  /// Other streams wait for the lock, and then find this version.
  private Version computed(long number) {
    Version made = new Version(number, event());
    latest = made;
    computedAt = System.nanoTime();
    changed.signalAll();
    return made;
  }

  private Payload event() {
    OverviewJson document = read();
    ByteArrayOutputStream event = new ByteArrayOutputStream();
    event.writeBytes("event: overview\ndata: ".getBytes(StandardCharsets.UTF_8));
    event.writeBytes(OverviewJson.DOCUMENT.bytes(Encoding.JSON_LINE, document));
    event.writeBytes("\n\n".getBytes(StandardCharsets.UTF_8));
    return Payload.wrap(event.toByteArray());
  }

  /// While the store does not answer, the last overview with the reason.
  private OverviewJson read() {
    try {
      Overview now = source.overview();
      List<QueueStats> shown = now.queues().subList(0, Math.min(MOST_QUEUES, now.queues().size()));
      Overview limited = new Overview(now.at(), shown, now.rates(), now.indexLagSeconds());
      lastOverview = limited;
      return new OverviewJson(limited, null);
    } catch (WaybillException failed) {
      if (lastOverview == null || failed.code() == Code.INTERRUPTED) {
        throw failed;
      }
      return new OverviewJson(lastOverview, failed.code().wire());
    }
  }
}
