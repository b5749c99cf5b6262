package dev.waybill.bench.peer;

import dev.waybill.conformance.PostgresServer.Release;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The products that Waybill is compared with, and the server they run on.
public record Peers(List<Contender> contenders, @Nullable Postgres postgres)
    implements AutoCloseable {

  public static Peers none() {
    return new Peers(List.of(), null);
  }

  public static Peers start() {
    Postgres postgres = new Postgres(Release.NEWEST);
    return new Peers(
        List.of(DbSchedulerSubject.contender(postgres), JobRunrSubject.contender(postgres)),
        postgres);
  }

  @Override
  public void close() {
    if (postgres != null) {
      postgres.close();
    }
  }
}
