package dev.waybill.server.http;

import static dev.waybill.wire.Shape.required;

import dev.waybill.Code;
import dev.waybill.Text;
import dev.waybill.WaybillException;
import dev.waybill.server.auth.Scope;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topic;
import dev.waybill.topic.Topics;
import dev.waybill.wire.Shape;
import dev.waybill.wire.SubscriptionJson;
import dev.waybill.wire.TopicJson;
import java.util.List;

/// Topics and their subscriptions.
final class TopicRoutes {

  private static final String TOPIC = "/v1/topics/{topic}";
  private static final String SUBSCRIPTIONS = TOPIC + "/subscriptions";
  private static final String SUBSCRIPTION = SUBSCRIPTIONS + "/{subscription}";
  private static final Shape TOPICS = list("TopicList", TopicJson.SHAPE);
  private static final Shape LIST = list("SubscriptionList", SubscriptionJson.SHAPE);

  private TopicRoutes() {}

  static List<Route> routes() {
    return List.of(
        Route.get("/v1/topics", Scope.READ, "List topics", TopicRoutes::list)
            .answers(200, TOPICS, "By name."),
        Route.get(TOPIC, Scope.READ, "Show a topic", TopicRoutes::show)
            .answers(200, TopicJson.SHAPE, "The topic."),
        Route.put(TOPIC, Scope.OPERATE, "Make or change a topic", TopicRoutes::put)
            .reads(TopicJson.DEFINITION, "{\"checking\": \"known\"}")
            .answers(200, TopicJson.SHAPE, "The topic as it is now."),
        Route.delete(TOPIC, Scope.OPERATE, "Remove a topic", TopicRoutes::delete)
            .answers(200, Replies.DONE, "It is gone; jobs that it made stay."),
        Route.get(SUBSCRIPTIONS, Scope.READ, "List subscriptions", TopicRoutes::subscriptions)
            .answers(200, LIST, "By name."),
        Route.put(SUBSCRIPTION, Scope.OPERATE, "Subscribe a queue", TopicRoutes::subscribe)
            .reads(
                SubscriptionJson.DEFINITION,
                """
                {"queue": "alerts", "filter": {"message_type": ["alert_notification"]}, \
                "priority": "high"}""")
            .answers(200, SubscriptionJson.SHAPE, "The subscription as it is now."),
        Route.delete(SUBSCRIPTION, Scope.OPERATE, "End a subscription", TopicRoutes::unsubscribe)
            .answers(200, Replies.DONE, "It is gone; jobs that it made stay."));
  }

  private static Reply list(Call call) {
    List<Topic> topics = call.waybill().topics().list();
    return Reply.json(200, out -> out.objects("items", topics, TopicJson::write));
  }

  private static Reply show(Call call) {
    String name = call.value("topic");
    return reply(call.waybill().topics().find(name).orElseThrow(() -> noTopic(name)));
  }

  private static Reply put(Call call) {
    Topic topic = call.document(in -> TopicJson.readDefinition(in, call.value("topic")));
    call.waybill().topics().put(topic);
    return reply(topic);
  }

  private static Reply delete(Call call) {
    String name = call.value("topic");
    if (!call.waybill().topics().delete(name)) {
      throw noTopic(name);
    }
    return Replies.done();
  }

  private static Reply subscriptions(Call call) {
    List<Subscription> all = call.waybill().topics().subscriptions(call.value("topic"));
    return Reply.json(200, out -> out.objects("items", all, SubscriptionJson::write));
  }

  private static Reply subscribe(Call call) {
    String name = call.value("subscription");
    Subscription wanted =
        call.document(in -> SubscriptionJson.readDefinition(in, call.value("topic"), name));
    call.waybill().topics().subscribe(wanted);
    return Reply.json(200, out -> SubscriptionJson.write(out, wanted));
  }

  private static Reply unsubscribe(Call call) {
    Topics topics = call.waybill().topics();
    String name = call.value("subscription");
    if (!topics.unsubscribe(call.value("topic"), name)) {
      throw new WaybillException(
          Code.NOT_FOUND, "the topic has no subscription " + Text.quote(name));
    }
    return Replies.done();
  }

  private static Reply reply(Topic topic) {
    return Reply.json(200, out -> TopicJson.write(out, topic));
  }

  private static WaybillException noTopic(String name) {
    return new WaybillException(Code.NOT_FOUND, "there is no topic " + Text.quote(name));
  }

  static Shape list(String name, Shape item) {
    return Shape.of(
        name,
        "A list.",
        required("items", new Shape.Items(new Shape.Part(item)), "The items, by name."));
  }
}
