package dev.waybill.examples;

import dev.waybill.Outcome;
import dev.waybill.Waybill;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topic;
import dev.waybill.topic.TopicEvent;
import dev.waybill.topic.Topics;
import dev.waybill.worker.Handler;
import dev.waybill.worker.Worker;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/// An event is published once; each subscribed queue gets its own job.
public final class EventsToQueues {

  private EventsToQueues() {}

  public static void main(String[] arguments) throws InterruptedException {
    System.out.println(run(Path.of("waybill-data")));
  }

  /// Returns each queue with the event it received.
  static List<String> run(Path folder) throws InterruptedException {
    List<String> heard = new CopyOnWriteArrayList<>();
    CountDownLatch all = new CountDownLatch(3);
    try (Waybill waybill = Waybill.open(folder);
        Worker _ = listen(waybill, "orders", heard, all);
        Worker _ = listen(waybill, "orders-pt", heard, all)) {

      Topics topics = waybill.topics();
      topics.put(Topic.of("shop"));
      topics.subscribe(Subscription.of("shop", "everything", "orders"));
      topics.subscribe(
          Subscription.of("shop", "portugal", "orders-pt").withFilter("{\"country\": [\"pt\"]}"));

      topics.publish("shop", order(1).withAttribute("country", "pt"));
      topics.publish("shop", order(2).withAttribute("country", "es"));
      all.await();
    }
    return heard.stream().sorted().toList();
  }

  private static TopicEvent order(int number) {
    return TopicEvent.of("order.paid", "{\"order\":" + number + "}");
  }

  private static Worker listen(
      Waybill waybill, String queue, List<String> heard, CountDownLatch all) {
    Handler note =
        task -> {
          heard.add(queue + " " + task.text());
          all.countDown();
          return Outcome.done();
        };
    return Worker.builder(waybill).queue(queue).handle("order.paid", note).start();
  }
}
