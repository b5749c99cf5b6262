package dev.waybill.cli;

import static dev.waybill.wire.Shape.Scalar.WHOLE;
import static dev.waybill.wire.Shape.required;

import dev.waybill.engine.CatalogKeeper.Progress;
import dev.waybill.engine.CatalogProjector;
import dev.waybill.spi.Backend;
import dev.waybill.wire.JsonIn;
import dev.waybill.wire.Shape;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// The catalog, wherever it is kept.
sealed interface CatalogDesk {

  Progress progress();

  /// Answers when all facts are in it that were there at the beginning.
  Progress rebuild();

  /// In a store that no server has open.
  record InStore(Backend store) implements CatalogDesk {

    @Override
    public Progress progress() {
      return new Progress(store.catalog().checkpoint(), store.ledger().last());
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
            required("lag", WHOLE, "How many facts are missing."));

    @Override
    public Progress progress() {
      return calls.get("/v1/catalog", AtServer::read);
    }

    @Override
    public Progress rebuild() {
      Progress begun = calls.post("/v1/catalog/rebuild", AtServer::read);
      Progress now = begun;
      while (now.position() < begun.last()) {
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
          };
      in.object(
          PROGRESS,
          field -> {
            switch (field) {
              case "position" -> found.position = in.whole(0, Long.MAX_VALUE);
              case "last" -> found.last = in.whole(0, Long.MAX_VALUE);
              default -> in.whole(0, Long.MAX_VALUE);
            }
          });
      return new Progress(found.position, found.last);
    }
  }
}
