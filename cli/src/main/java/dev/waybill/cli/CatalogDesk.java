package dev.waybill.cli;

import dev.waybill.engine.CatalogKeeper;
import dev.waybill.engine.CatalogProjector;
import dev.waybill.spi.Backend;
import dev.waybill.wire.CatalogProgressJson;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// The catalog, wherever it is kept.
sealed interface CatalogDesk {

  /// @param isComplete whether no fact is missing
  record Progress(long position, long last, boolean isComplete) {

    /// How far it has to go, as a measure for a progress bar.
    long left() {
      return isComplete ? 0 : Math.max(1, last - position);
    }
  }

  Progress progress();

  /// Answers when all facts are in it that were there at the beginning.
  Progress rebuild();

  /// In a store that no server has open.
  record InStore(Backend store) implements CatalogDesk {

    @Override
    public Progress progress() {
      CatalogKeeper.Progress now = CatalogKeeper.Progress.of(store.ledger(), store.catalog());
      return new Progress(now.position(), now.last(), now.missing() == null);
    }

    @Override
    public Progress rebuild() {
      CatalogProjector.ofStandings(store.ledger(), store.catalog()).rebuild(_ -> {});
      return progress();
    }
  }

  /// At a server, which goes on with its work.
  record AtServer(ServerCalls calls) implements CatalogDesk {

    private static final long LOOK_EVERY = TimeUnit.MILLISECONDS.toNanos(200);

    @Override
    public Progress progress() {
      return of(calls.get("/v1/catalog", CatalogProgressJson.DOCUMENT));
    }

    @Override
    public Progress rebuild() {
      Progress now = of(calls.post("/v1/catalog/rebuild", CatalogProgressJson.DOCUMENT));
      while (!now.isComplete()) {
        LockSupport.parkNanos(LOOK_EVERY);
        now = progress();
      }
      return now;
    }

    private static Progress of(CatalogProgressJson said) {
      return new Progress(said.position(), said.last(), said.lag() == 0);
    }
  }
}
