package dev.waybill.cli.work;

import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.Waybill;
import dev.waybill.document.NewFile;
import dev.waybill.document.NewUpload;
import dev.waybill.message.MessageBody;
import dev.waybill.message.NewMessage;
import dev.waybill.schedule.Action;
import dev.waybill.schedule.Schedule;
import dev.waybill.schedule.Timing;
import dev.waybill.topic.Schema;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topic;
import dev.waybill.topic.TopicEvent;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

/// Definitions and messages of a small shop: topics with subscriptions and a schema, schedules,
/// events, messages and documents. Running it again changes nothing that exists.
final class DemoDay {

  /// The number of orders, each with an event, its jobs and a message.
  static final int ORDERS = 12;

  private static final String TOPIC = "shop";
  private static final String SCHEMA =
      """
      {"type":"object","required":["order"],"properties":{"order":{"type":"integer"},\
      "country":{"type":"string"}}}\
      """;

  private final Waybill waybill;

  DemoDay(Waybill waybill) {
    this.waybill = waybill;
  }

  void fill() {
    define();
    for (int i = 0; i < ORDERS; i++) {
      order(i);
      thank(i);
    }
    documents();
  }

  void define() {
    topics();
    schedules();
  }

  private void topics() {
    waybill.schemas().register(Schema.of("order.paid", "1.0", SCHEMA));
    waybill.topics().put(Topic.of(TOPIC));
    waybill.topics().subscribe(Subscription.of(TOPIC, "fulfilment", "orders"));
    waybill
        .topics()
        .subscribe(
            Subscription.of(TOPIC, "invoices-pt", "invoices")
                .withFilter("{\"country\":[\"pt\"]}")
                .withScope(Subscription.Scope.BODY));
  }

  private void schedules() {
    NewJob report = NewJob.builder("report.build").queue("reports").payload("{}").build();
    put("daily-report", "0 6 * * *", new Action.StartJob(report));
    put("weekly-cleanup", "30 3 * * SUN", new Action.StartJob(report));
    Payload tick = Payload.of("{\"order\":1}");
    put("hourly-stock", "0 * * * *", new Action.PublishEvent(TOPIC, "order.paid", tick, Map.of()));
    waybill.schedules().runNow("daily-report", "demo");
    waybill.schedules().runNow("hourly-stock", "demo");
  }

  private void put(String name, String cron, Action action) {
    Timing timing = new Timing.Cron(cron, ZoneOffset.UTC);
    waybill.schedules().put(Schedule.builder(name, timing, action).build());
  }

  /// An event and its jobs.
  void order(int number) {
    String body =
        "{\"order\":%d,\"country\":\"%s\"}".formatted(number, number % 3 == 0 ? "pt" : "de");
    waybill
        .topics()
        .publish(
            TOPIC,
            TopicEvent.of("order.paid", body)
                .withId("demo-" + number)
                .withCorrelationId(correlation(number)));
  }

  private static String correlation(int number) {
    return "shop-order-" + number;
  }

  /// A message with the correlation ID of the order.
  void thank(int number) {
    String recipient =
        number % 5 == 4 ? "bounce@example.org" : "customer" + number + "@example.org";
    waybill
        .messages()
        .send(
            NewMessage.builder("email", recipient)
                .subject("Your order " + number)
                .body(new MessageBody("Thank you for order " + number, "<h1>Thank you</h1>"))
                .requestId("demo-mail-" + number)
                .correlationId(correlation(number))
                .build());
  }

  void documents() {
    List<NewFile> files =
        List.of(
            new NewFile("returns.txt", Payload.of("Goods may be returned within 30 days.")),
            new NewFile("shipping.md", Payload.of("# Shipping\n\nWe ship within two days.")));
    waybill.documents().upload(NewUpload.to("handbook").withRequestId("demo-handbook"), files);
  }
}
