package dev.waybill.server.http.routes;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.admin.Scope;
import dev.waybill.base.Text;
import dev.waybill.message.CreatedMessage;
import dev.waybill.message.MessageRecord;
import dev.waybill.message.NewMessage;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.api.RouteCall;
import dev.waybill.server.telemetry.ObservedCall;
import dev.waybill.wire.topic.CreatedMessageJson;
import dev.waybill.wire.topic.MessageJson;
import dev.waybill.wire.topic.NewMessageJson;
import java.util.List;
import java.util.Map;

/// Makes messages for whoever calls, and says how far they are.
final class MessageRoutes {

  private MessageRoutes() {}

  static List<Route> routes() {
    return List.of(
        Route.post(
                "/v1/topics/{topic}/messages",
                Scope.PRODUCE,
                "Make a message and publish its event",
                MessageRoutes::create)
            .reads(
                NewMessageJson.DOCUMENT,
                """
                {"message_type": "manual_notification", "stage": "dev", \
                "payload": {"title": "Hello", "text": "Lunch is ready"}}\
                """)
            .answers(
                201, CreatedMessageJson.DOCUMENT, "The record is durable and its event published.")
            .answers(200, CreatedMessageJson.DOCUMENT, "The key was known: this is that message."),
        Route.get("/v1/messages/{id}", Scope.READ, "Show a message", MessageRoutes::show)
            .answers(200, MessageJson.DOCUMENT, "How far it is."));
  }

  private static Reply create(RouteCall call) {
    NewMessage message =
        call.document(NewMessageJson.DOCUMENT)
            .by(call.caller().name())
            .withRequestId(InProgress.keyOf(call).orElse(null))
            .withTraceContext(ObservedCall.creationContext(null));
    CreatedMessage created = call.waybill().messages().create(call.value("topic"), message);
    return Reply.json(created.duplicate() ? 200 : 201, CreatedMessageJson.DOCUMENT, created)
        .with(Map.of("Location", "/v1/messages/" + created.messageId()));
  }

  private static Reply show(RouteCall call) {
    String id = call.value("id");
    MessageRecord found =
        call.waybill()
            .messages()
            .find(id)
            .orElseThrow(
                () ->
                    new WaybillException(Code.NOT_FOUND, "there is no message " + Text.quote(id)));
    return Reply.json(200, MessageJson.DOCUMENT, found);
  }
}
