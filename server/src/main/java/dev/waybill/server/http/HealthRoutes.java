package dev.waybill.server.http;

import static dev.waybill.wire.Shape.Scalar.FLAG;
import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.required;

import dev.waybill.JobId;
import dev.waybill.wire.Shape;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Says whether the process lives and whether it can work.
final class HealthRoutes {

  private static final JobId NO_JOB = new JobId(0, 0);
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final Reply ALIVE = Reply.text("text/plain", "ok\n");

  private static final Shape READY =
      Shape.of(
          "Readiness",
          "Whether the server can work.",
          required("ready", FLAG, "Whether it can."),
          required(
              "not_ready", new Shape.Entries(TEXT), "What is missing, with the reason; or empty."));

  private final Exchanges exchanges;
  private final StoreProbe store = new StoreProbe(PATIENCE);

  HealthRoutes(Exchanges exchanges) {
    this.exchanges = exchanges;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/livez", null, "Whether the process lives", _ -> ALIVE)
            .answers(200, "text/plain", null, "It does."),
        Route.get("/readyz", null, "Whether it can work", this::ready)
            .answers(200, READY, "It can.")
            .answers(503, READY, "It cannot; says why."));
  }

  private Reply ready(Call call) {
    Map<String, String> missing = new TreeMap<>();
    if (exchanges.isDraining()) {
      missing.put("server", "is closing");
    }
    store
        .trouble(() -> call.waybill().find(NO_JOB))
        .ifPresent(trouble -> missing.put("store", trouble));
    return Reply.json(
        missing.isEmpty() ? 200 : 503,
        out -> {
          out.flag("ready", missing.isEmpty());
          out.object("not_ready", fields -> missing.forEach(fields::text));
        });
  }
}
