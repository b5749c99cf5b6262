package dev.waybill.cli;

import static dev.waybill.wire.Shape.Scalar.WHOLE;
import static dev.waybill.wire.Shape.required;

import dev.waybill.engine.CatalogKeeper;
import dev.waybill.engine.CatalogProjector;
import dev.waybill.spi.Backend;
import dev.waybill.wire.JsonIn;
import dev.waybill.wire.Shape;
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
    private static final Shape PROGRESS =
        Shape.of(
            "CatalogProgress",
            "How far the catalog is.",
            required("position", WHOLE, "The fact it has been built up to."),
            required("last", WHOLE, "The last fact."),
            required("lag", WHOLE, "For how many seconds a fact has been missing."));

    @Override
    public Progress progress() {
      return calls.get("/v1/catalog", AtServer::read);
    }

    @Override
    public Progress rebuild() {
      Progress now = calls.post("/v1/catalog/rebuild", AtServer::read);
      while (!now.isComplete()) {
        LockSupport.parkNanos(LOOK_EVERY);
        now = progress();
      }
      return now;
    }

    private static Progress read(JsonIn in) {
      var found =
          new Object() {
            long position;
            long last;
            long lag;
          };
      in.object(
          PROGRESS,
          field -> {
            switch (field) {
              case "position" -> found.position = in.whole(0, Long.MAX_VALUE);
              case "last" -> found.last = in.whole(0, Long.MAX_VALUE);
              default -> found.lag = in.whole(0, Long.MAX_VALUE);
            }
          });
      return new Progress(found.position, found.last, found.lag == 0);
    }
  }
}
