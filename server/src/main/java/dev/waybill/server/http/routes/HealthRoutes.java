package dev.waybill.server.http.routes;

import dev.waybill.Waybill;
import dev.waybill.server.auth.StoreProof;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.api.RouteCall;
import dev.waybill.server.http.connection.Exchanges;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Liveness and readiness of the server.
final class HealthRoutes {

  private static final String NO_QUEUE = "readiness-check";
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /// Anybody may ask, and each question writes to the store.
  private static final Duration KEPT = Duration.ofSeconds(1);

  private static final Reply ALIVE = Reply.text("text/plain", "ok\n");

  private static final Document<Map<String, String>> READY = readiness();

  private final Exchanges exchanges;
  private final StoreProbe store = new StoreProbe(PATIENCE, KEPT);

  HealthRoutes(Exchanges exchanges) {
    this.exchanges = exchanges;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/livez", null, "Check that the process is alive", _ -> ALIVE)
            .answers(200, "text/plain", null, "The process is alive."),
        Route.get("/readyz", null, "Check that the server is ready", this::ready)
            .answers(200, READY, "The server is ready.")
            .answers(503, READY, "The server is not ready, with the reasons."));
  }

  private Reply ready(RouteCall call) {
    Map<String, String> missing = new TreeMap<>();
    if (exchanges.isDraining()) {
      missing.put("server", "is closing");
    }
    store.trouble(() -> prove(call.waybill())).ifPresent(trouble -> missing.put("store", trouble));
    return Reply.json(missing.isEmpty() ? 200 : 503, READY, missing);
  }

  /// A read and a write: a store that is full still reads. The read needs no finished jobs: a new
  /// server may still be reading their history, and can work meanwhile.
  private static void prove(Waybill waybill) {
    waybill.stats(NO_QUEUE);
    waybill.service(StoreProof.class).prove();
  }

  private static Document<Map<String, String>> readiness() {
    Fields<Map<String, String>> fields = Fields.of("Readiness", "Whether the server is ready.");
    fields.flag("ready", Map::isEmpty, "Whether the server is ready.");
    var missing =
        fields.required(
            "not_ready",
            Codecs.map(Codecs.TEXT, Integer.MAX_VALUE),
            all -> all,
            "The parts that are not ready, with the reason.");
    return fields.make(in -> in.get(missing));
  }
}
