package dev.waybill.backend.redis;

import dev.waybill.Capabilities.Durability;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;

/// What the servers say about themselves when the store is opened.
///
/// @param durability the weakest of all servers
/// @param remarks the reasons, and what an administrator should change
record ServerReview(Durability durability, List<String> remarks) {

  private static final Logger LOG = System.getLogger(ServerReview.class.getName());

  ServerReview {
    remarks = List.copyOf(remarks);
  }

  /// Refuses servers that cannot be used.
  static ServerReview of(RedisLink link) {
    Durability weakest = Durability.POWER_CUT;
    List<String> remarks = new ArrayList<>();
    for (ServerState state : ServerState.readAll(link)) {
      state.requireUsable();
      Acknowledging.requireSupported(link.config().replicas(), link.isCluster(), state);
      ServerState.DurabilityClass found = state.durability(link.config().syncsAlways());
      log(state, found, link.isCluster());
      weakest = found.durability().compareTo(weakest) < 0 ? found.durability() : weakest;
      remarks.add(found.reason());
      if (state.memoryLimit() == 0) {
        remarks.add("maxmemory is not set: Redis ends when the memory of its machine is full");
      }
    }
    return new ServerReview(weakest, remarks.stream().distinct().toList());
  }

  private static void log(ServerState state, ServerState.DurabilityClass found, boolean isCluster) {
    LOG.log(
        found.durability() == Durability.MEMORY ? Level.WARNING : Level.INFO,
        "{0} {1}{2}, {3} replicas, durability {4}: {5}",
        state.product(),
        state.version(),
        isCluster ? " (cluster)" : "",
        state.replicas(),
        found.durability(),
        found.reason());
  }
}
