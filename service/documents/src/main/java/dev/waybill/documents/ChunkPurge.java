package dev.waybill.documents;

import dev.waybill.Waybill;
import dev.waybill.base.BackgroundLoop;
import dev.waybill.documents.process.Tools;
import dev.waybill.documents.record.KnownTenants;
import java.time.Duration;
import java.util.function.Function;

/// Deletes what the files of the index still contain of removed documents, once for all that were
/// removed since the last time. The index itself has the mark that this is due.
final class ChunkPurge implements AutoCloseable {

  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  /// After a purge, so many times its duration passes before the next one.
  private static final int RESTS = 10;

  private final KnownTenants tenants;
  private final Function<String, Tools> tools;
  private final BackgroundLoop loop = new BackgroundLoop("document-purge", LOOK_EVERY, this::step);

  ChunkPurge(KnownTenants tenants, Function<String, Tools> tools) {
    this.tenants = tenants;
    this.tools = tools;
  }

  void start() {
    loop.start();
  }

  /// Without documents nothing is opened.
  private Duration step() {
    if (tenants.all().isEmpty()) {
      return LOOK_EVERY;
    }
    long begin = System.nanoTime();
    tools.apply(Waybill.DEFAULT_TENANT).index().purge();
    return LOOK_EVERY.plusNanos(RESTS * (System.nanoTime() - begin));
  }

  @Override
  public void close() {
    loop.close();
  }
}
