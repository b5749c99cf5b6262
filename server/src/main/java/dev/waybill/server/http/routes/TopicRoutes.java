package dev.waybill.server.http.routes;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.admin.Scope;
import dev.waybill.base.Text;
import dev.waybill.server.http.api.Filters;
import dev.waybill.server.http.api.Replies;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.api.RouteCall;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topic;
import dev.waybill.topic.Topics;
import dev.waybill.wire.topic.SubscriptionJson;
import dev.waybill.wire.topic.TopicJson;
import java.util.List;

/// Topics and their subscriptions.
final class TopicRoutes {

  private static final String TOPIC = "/v1/topics/{topic}";
  private static final String SUBSCRIPTIONS = TOPIC + "/subscriptions";
  private static final String SUBSCRIPTION = SUBSCRIPTIONS + "/{subscription}";
  private static final DefinitionList<Topic> BY_NAME =
      DefinitionList.byName(Topic::name, TopicJson.LIST);
  private static final DefinitionList<Subscription> SUBSCRIPTIONS_BY_NAME =
      DefinitionList.byName(Subscription::name, SubscriptionJson.LIST);

  private TopicRoutes() {}

  static List<Route> routes() {
    return List.of(
        Route.get("/v1/topics", Scope.READ, "List topics", TopicRoutes::list)
            .asks(Filters.CURSOR, Filters.LIMIT)
            .answers(200, TopicJson.LIST, "By name."),
        Route.get(TOPIC, Scope.READ, "Get a topic", TopicRoutes::show)
            .answers(200, TopicJson.DOCUMENT, "The topic."),
        Route.put(TOPIC, Scope.OPERATE, "Create or update a topic", TopicRoutes::put)
            .reads(TopicJson.DEFINITION, "{\"checking\": \"known\"}")
            .answers(200, TopicJson.DOCUMENT, "The topic."),
        Route.delete(TOPIC, Scope.OPERATE, "Delete a topic", TopicRoutes::delete)
            .answers(200, Replies.DONE, "Deleted. Its jobs stay."),
        Route.get(SUBSCRIPTIONS, Scope.READ, "List subscriptions", TopicRoutes::subscriptions)
            .asks(Filters.CURSOR, Filters.LIMIT)
            .answers(200, SubscriptionJson.LIST, "By name."),
        Route.put(SUBSCRIPTION, Scope.OPERATE, "Subscribe a queue", TopicRoutes::subscribe)
            .reads(
                SubscriptionJson.DEFINITION,
                """
                {"queue": "alerts", "filter": {"message_type": ["alert_notification"]}, \
                "priority": "high"}\
                """)
            .answers(200, SubscriptionJson.DOCUMENT, "The subscription."),
        Route.delete(SUBSCRIPTION, Scope.OPERATE, "Delete a subscription", TopicRoutes::unsubscribe)
            .answers(200, Replies.DONE, "Deleted. Its jobs stay."));
  }

  private static Reply list(RouteCall call) {
    Topics topics = call.waybill().topics();
    return BY_NAME.reply(call, topics.list(), topics.unusable());
  }

  private static Reply show(RouteCall call) {
    String name = call.value("topic");
    return reply(call.waybill().topics().find(name).orElseThrow(() -> noTopic(name)));
  }

  private static Reply put(RouteCall call) {
    Topic topic = call.document(TopicJson.DEFINITION).withName(call.value("topic"));
    call.waybill().topics().put(topic);
    return reply(topic);
  }

  private static Reply delete(RouteCall call) {
    String name = call.value("topic");
    if (!call.waybill().topics().delete(name)) {
      throw noTopic(name);
    }
    return Replies.done();
  }

  private static Reply subscriptions(RouteCall call) {
    Topics topics = call.waybill().topics();
    String topic = call.value("topic");
    return SUBSCRIPTIONS_BY_NAME.reply(
        call, topics.subscriptions(topic), topics.unusableSubscriptions(topic));
  }

  private static Reply subscribe(RouteCall call) {
    String name = call.value("subscription");
    Subscription wanted =
        call.document(SubscriptionJson.DEFINITION).withName(call.value("topic"), name);
    call.waybill().topics().subscribe(wanted);
    return Reply.json(200, SubscriptionJson.DOCUMENT, wanted);
  }

  private static Reply unsubscribe(RouteCall call) {
    Topics topics = call.waybill().topics();
    String name = call.value("subscription");
    if (!topics.unsubscribe(call.value("topic"), name)) {
      throw new WaybillException(
          Code.NOT_FOUND, "the topic has no subscription " + Text.quote(name));
    }
    return Replies.done();
  }

  private static Reply reply(Topic topic) {
    return Reply.json(200, TopicJson.DOCUMENT, topic);
  }

  private static WaybillException noTopic(String name) {
    return new WaybillException(Code.NOT_FOUND, "there is no topic " + Text.quote(name));
  }
}
