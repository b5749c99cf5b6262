package dev.waybill.examples;

import dev.waybill.Outcome;
import dev.waybill.Waybill;
import dev.waybill.events.consume.EventConsumer;
import dev.waybill.topic.Schema;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topic;
import dev.waybill.topic.TopicEvent;
import dev.waybill.worker.Worker;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/// A consumer written for version 2.0 of an event also reads events of version 1.0.
public final class NewVersionOfEvents {

  private static final String UPCAST =
      """
      {"from": "1.0", "steps": [{"rename": "/order", "to": "receipt"},
                                {"set": "/schema_version", "value": "2.0"}]}\
      """;

  private NewVersionOfEvents() {}

  public static void main(String[] arguments) throws InterruptedException {
    System.out.println(run(Path.of("waybill-data")));
  }

  /// Returns the events that the consumer received.
  static List<String> run(Path folder) throws InterruptedException {
    List<String> read = new CopyOnWriteArrayList<>();
    CountDownLatch both = new CountDownLatch(2);
    try (Waybill waybill = Waybill.open(folder)) {
      waybill.topics().put(Topic.of("shop"));
      waybill.topics().subscribe(Subscription.of("shop", "books", "receipts"));
      waybill.schemas().register(schema("1.0", "order"));
      waybill.schemas().register(schema("2.0", "receipt").upcast(UPCAST));

      EventConsumer consumer =
          EventConsumer.builder(waybill)
              .reads("order.paid", "2.0")
              .handle(
                  event -> {
                    read.add(event.text());
                    both.countDown();
                    return Outcome.done();
                  });
      try (Worker _ = consumer.worker("receipts").start()) {
        publish(waybill, "{\"schema_version\":\"1.0\",\"order\":7}");
        publish(waybill, "{\"schema_version\":\"2.0\",\"receipt\":8}");
        both.await();
      }
    }
    return read.stream().sorted().toList();
  }

  private static void publish(Waybill waybill, String order) {
    waybill.topics().publish("shop", TopicEvent.of("order.paid", order));
  }

  private static Schema schema(String version, String field) {
    String text =
        """
        {"type": "object", "required": ["%1$s"], "properties": {"%1$s": {"type": "integer"}}}\
        """
            .formatted(field);
    return Schema.of("order.paid", version, text);
  }
}
