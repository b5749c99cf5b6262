package dev.waybill.server.http.routes;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.admin.Scope;
import dev.waybill.base.Text;
import dev.waybill.message.MessageHook;
import dev.waybill.message.MessageHooks;
import dev.waybill.server.http.api.Filters;
import dev.waybill.server.http.api.Replies;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.api.RouteCall;
import dev.waybill.wire.message.MessageHookJson;
import java.util.List;

/// Webhook endpoints that receive message events.
final class MessageHookRoutes {

  private static final String ONE = "/v1/message-hooks/{name}";
  private static final DefinitionList<MessageHook> BY_NAME =
      DefinitionList.byName(MessageHook::name, MessageHookJson.LIST);

  private MessageHookRoutes() {}

  static List<Route> routes() {
    return List.of(
        Route.get("/v1/message-hooks", Scope.READ, "List message hooks", MessageHookRoutes::list)
            .asks(Filters.CURSOR, Filters.LIMIT)
            .answers(200, MessageHookJson.LIST, "Hooks by name."),
        Route.get(ONE, Scope.READ, "Get a message hook", MessageHookRoutes::show)
            .answers(200, MessageHookJson.DOCUMENT, "The hook, without its secret."),
        Route.put(ONE, Scope.OPERATE, "Create or replace a message hook", MessageHookRoutes::put)
            .reads(
                MessageHookJson.NEW,
                """
                {"url": "https://example.org/hooks", "events": ["ProviderDelivered"]}\
                """)
            .answers(200, MessageHookJson.DOCUMENT, "The hook, with its secret if that is new."),
        Route.delete(ONE, Scope.OPERATE, "Delete a message hook", MessageHookRoutes::delete)
            .answers(200, Replies.DONE, "The hook is deleted."));
  }

  private static Reply list(RouteCall call) {
    return BY_NAME.reply(call, hooks(call).list(), List.of());
  }

  private static Reply show(RouteCall call) {
    MessageHook found = hooks(call).find(call.value("name")).orElseThrow(() -> noHook(call));
    return Reply.json(200, MessageHookJson.DOCUMENT, found);
  }

  private static Reply put(RouteCall call) {
    MessageHook stored = hooks(call).put(call.value("name"), call.document(MessageHookJson.NEW));
    return Reply.json(200, MessageHookJson.DOCUMENT, stored);
  }

  private static Reply delete(RouteCall call) {
    if (!hooks(call).delete(call.value("name"))) {
      throw noHook(call);
    }
    return Replies.done();
  }

  private static MessageHooks hooks(RouteCall call) {
    return call.waybill().messageHooks();
  }

  private static WaybillException noHook(RouteCall call) {
    return new WaybillException(
        Code.NOT_FOUND, "there is no message hook " + Text.quote(call.value("name")));
  }
}
