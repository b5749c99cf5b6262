package dev.waybill.bench.postgres;

import dev.waybill.bench.Plan;
import dev.waybill.bench.peer.PostgresDatabase;
import java.util.function.Function;

/// A job queue that takes part.
///
/// @param slow whether it would need minutes for a full drain
record Entrant(String name, boolean slow, Function<PostgresDatabase, Racer> opener) {

  Racer open(PostgresDatabase database) {
    return opener.apply(database);
  }

  int drain(Plan plan) {
    return slow ? plan.slowDrain() : plan.drain();
  }
}
