package dev.waybill.server.http.routes;

import dev.waybill.admin.Scope;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.api.RouteCall;
import dev.waybill.settings.QueueSettings;
import dev.waybill.wire.job.QueueSettingsJson;
import java.util.List;

/// Reads and changes the settings of queues.
final class QueueSettingsRoutes {

  private static final String PATH = "/v1/queues/{queue}/settings";
  private static final String SET = "The settings of the queue.";

  private QueueSettingsRoutes() {}

  static List<Route> routes() {
    return List.of(
        Route.get(PATH, Scope.READ, "Get the settings of a queue", QueueSettingsRoutes::show)
            .answers(200, QueueSettingsJson.DOCUMENT, SET),
        Route.put(
                PATH,
                Scope.OPERATE,
                "Replace the settings of a queue",
                QueueSettingsRoutes::replace)
            .reads(
                QueueSettingsJson.DOCUMENT,
                """
                {"default_lease_duration": "5m", "default_retry": {"max_errors": 5}, \
                "default_timeout": "1h", "max_waiting": 10000}\
                """)
            .answers(200, QueueSettingsJson.DOCUMENT, SET),
        Route.patch(
                PATH,
                Scope.OPERATE,
                "Change some settings of a queue; null removes one",
                QueueSettingsRoutes::change)
            .reads(
                QueueSettingsJson.PATCH, "{\"max_waiting\": 500, \"default_lease_duration\": null}")
            .answers(200, QueueSettingsJson.DOCUMENT, SET));
  }

  private static Reply show(RouteCall call) {
    return reply(call.waybill().queueSettings(call.value("queue")));
  }

  private static Reply replace(RouteCall call) {
    QueueSettings wanted = call.document(QueueSettingsJson.DOCUMENT);
    call.waybill().setQueueSettings(call.value("queue"), wanted);
    return reply(wanted);
  }

  private static Reply change(RouteCall call) {
    return reply(
        call.waybill()
            .changeQueueSettings(
                call.value("queue"), before -> call.patch(QueueSettingsJson.DOCUMENT, before)));
  }

  private static Reply reply(QueueSettings settings) {
    return Reply.json(200, QueueSettingsJson.DOCUMENT, settings);
  }
}
