package dev.waybill.bench.measure;

import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.Waybill;
import dev.waybill.bench.Loopback;
import dev.waybill.bench.Plan;
import dev.waybill.bench.Results;
import dev.waybill.bench.Scratch;
import dev.waybill.bench.peer.Contender;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topic;
import dev.waybill.topic.TopicEvent;
import dev.waybill.topic.Topics;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.IntStream;

/// The cost of publishing by 64 callers with one event per call, compared with enqueueing the same
/// jobs and with publishing the same bytes unparsed.
public final class TopicMeasure implements Measure {

  private static final int CALLERS = 64;
  private static final int SUBSCRIPTIONS = 1_000;
  private static final int MATCHING = 3;
  private static final int WARM_UPS = 3;
  private static final double WIDE_TARGET = 0.5;
  private static final double CHECKED_TARGET = 0.8;
  private static final String WIDE = "wide";
  private static final String CHECKED = "checked";
  private static final String UNREAD = "unread";
  private static final String FILLER = "words of a message ".repeat(36);

  private final Scratch scratch;

  public TopicMeasure(Scratch scratch) {
    this.scratch = scratch;
  }

  @Override
  public void take(Contender contender, Plan plan, Results results) {
    for (int i = 0; i < WARM_UPS; i++) {
      all(plan, new Loopback(new Results(_ -> {})));
    }
    for (int i = 0; i < plan.repeats(); i++) {
      all(plan, new Loopback(results));
    }
  }

  private void all(Plan plan, Loopback figures) {
    double bulk = rate(plan, waybill -> () -> waybill.enqueueAll(three()));
    double wide = rate(plan, TopicMeasure::publishingWide);
    String setting = plan.window().toSeconds() + " s";
    figures.add("enqueue 3 jobs a call", setting, "calls/s", bulk);
    figures.add("publish to 3 of 1,000 subscriptions", setting, "events/s", wide);
    figures.ratio("publish to 3 of 1,000", "enqueue 3", wide / bulk, WIDE_TARGET);
    double unread = rate(plan, TopicMeasure::publishingUnread);
    double checked = rate(plan, TopicMeasure::publishingChecked);
    figures.add("publish an event of 1 KB, its body not looked at", setting, "events/s", unread);
    figures.add(
        "publish an event of 1 KB, envelope read and checked", setting, "events/s", checked);
    figures.ratio("publish 1 KB, checked", "not looked at", checked / unread, CHECKED_TARGET);
  }

  private static Runnable publishingWide(Waybill waybill) {
    Topics topics = waybill.topics();
    topics.put(Topic.of(WIDE));
    for (int i = 0; i < SUBSCRIPTIONS; i++) {
      String country = i < MATCHING ? "pt" : "c" + i;
      topics.subscribe(
          Subscription.of(WIDE, "s" + i, "wide-" + i % MATCHING)
              .withFilter("{\"country\":[\"" + country + "\"]}"));
    }
    return () -> topics.publish(WIDE, order());
  }

  private static Runnable publishingChecked(Waybill waybill) {
    Topics topics = waybill.topics();
    topics.put(Topic.of(CHECKED));
    topics.subscribe(Subscription.of(CHECKED, "all", "checked"));
    return () -> topics.publish(CHECKED, TopicEvent.of(body()));
  }

  /// The same bytes as data of a binary CloudEvent, which has its envelope in headers: the body is
  /// not parsed.
  private static Runnable publishingUnread(Waybill waybill) {
    Topics topics = waybill.topics();
    topics.put(new Topic(UNREAD, Topic.Checking.OFF, ""));
    topics.subscribe(Subscription.of(UNREAD, "all", "unread"));
    return () -> topics.publish(UNREAD, unread());
  }

  private static TopicEvent unread() {
    Map<String, String> headers =
        Map.of(
            "ce-specversion", "1.0",
            "ce-id", UUID.randomUUID().toString(),
            "ce-source", "/bench",
            "ce-type", "message_created");
    return TopicEvent.as("application/octet-stream", headers, Payload.of(body()));
  }

  /// Each figure has its own store, so that none waits for the history of another.
  ///
  /// @param prepare creates the call to repeat
  private double rate(Plan plan, Function<Waybill, Runnable> prepare) {
    try (Waybill waybill = Waybill.open(scratch.next("topics"))) {
      return rate(plan, prepare.apply(waybill));
    }
  }

  private static double rate(Plan plan, Runnable call) {
    LongAdder done = new LongAdder();
    long began = System.nanoTime();
    long end = began + plan.window().toNanos();
    try (Callers group = new Callers()) {
      for (int i = 0; i < CALLERS; i++) {
        group.start(() -> repeat(call, end, done));
      }
    }
    return done.sum() * 1e9 / (System.nanoTime() - began);
  }

  private static void repeat(Runnable call, long end, LongAdder done) {
    while (System.nanoTime() - end < 0) {
      call.run();
      done.increment();
    }
  }

  private static List<NewJob> three() {
    String id = UUID.randomUUID().toString();
    return IntStream.range(0, MATCHING)
        .mapToObj(
            i ->
                NewJob.builder("order.paid")
                    .queue("wide-" + i)
                    .payload(Payloads.stamped())
                    .requestId("bulk/s" + i + "/" + id)
                    .tags("of-topic:" + WIDE, "of-subscription:s" + i, "of-event:" + id)
                    .build())
        .toList();
  }

  private static TopicEvent order() {
    return TopicEvent.of(
            "order.paid",
            "{\"order\":\""
                + Payloads.stamped().substring(0, 20)
                + "\",\"text\":\""
                + FILLER.substring(0, 250)
                + "\"}")
        .withAttribute("country", "pt");
  }

  private static String body() {
    return """
    {"schema_version":"1.0","event_type":"message_created","event_id":"%s",\
    "timestamp":"2025-10-21T14:30:00.000Z","source":"scheduler","message":{"message_id":"%s",\
    "message_type":"scheduled_hello","stage":"dev","created_by":"scheduler",\
    "correlation_id":"660e9500-f39c-52e5-b827-557766551111"},\
    "metadata":{"region":"us-east-1","environment":"dev"},"note":"%s"}\
    """
        .formatted(UUID.randomUUID(), UUID.randomUUID(), FILLER.substring(0, 560));
  }

  @Override
  public boolean takesTurns() {
    return false;
  }

  @Override
  public boolean isFor(Contender.Role role) {
    return role == Contender.Role.WAYBILL;
  }
}
