package dev.waybill.events;

import dev.waybill.Code;
import dev.waybill.EnqueueResult;
import dev.waybill.Enqueued;
import dev.waybill.Limits;
import dev.waybill.NewJob;
import dev.waybill.Refused;
import dev.waybill.Text;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.events.envelope.InvalidEvent;
import dev.waybill.topic.Delivery;
import dev.waybill.topic.PublishAnswer;
import dev.waybill.topic.PublishAnswer.NotPublished;
import dev.waybill.topic.PublishAnswer.Published;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topic;
import dev.waybill.topic.TopicEvent;
import dev.waybill.topic.Verdict;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Publishes events of one tenant: what comes in is read, checked and matched, and becomes jobs.
/// The jobs of one event are enqueued in one call, so a store that can takes them in one step.
final class Publishing {

  private final TopicBook book;
  private final SchemaBook schemas;
  private final Waybill waybill;
  private final String tenant;

  Publishing(TopicBook book, SchemaBook schemas, Waybill waybill, String tenant) {
    this.book = book;
    this.schemas = schemas;
    this.waybill = waybill;
    this.tenant = tenant;
  }

  List<PublishAnswer> publish(String topic, List<TopicEvent> events) {
    if (events.size() > Limits.EVENTS_PER_CALL) {
      throw new WaybillException(
          Code.TOO_MANY_ITEMS,
          "events: at most " + Limits.EVENTS_PER_CALL + " at once, got " + events.size());
    }
    Topic known = book.require(tenant, topic);
    Routing routing = book.routing(tenant, topic);
    SchemaCheck check = new SchemaCheck(schemas.known(tenant), known.checking());
    return answers(events.stream().map(event -> sort(topic, check, routing, event)).toList());
  }

  /// The jobs alone; refused as publishing would be.
  List<NewJob> expand(String topic, TopicEvent event) {
    Topic known = book.require(tenant, topic);
    SchemaCheck check = new SchemaCheck(schemas.known(tenant), known.checking());
    Sorted sorted = sort(topic, check, book.routing(tenant, topic), event);
    if (sorted.refusal() != null) {
      throw sorted.refusal().asException();
    }
    return sorted.jobs();
  }

  /// Refused as publishing would be.
  List<Verdict> dryRun(String topic, TopicEvent event) {
    Topic known = book.require(tenant, topic);
    Incoming incoming = Incoming.of(event);
    NotPublished refusal =
        new SchemaCheck(schemas.known(tenant), known.checking())
            .check(incoming.envelope())
            .refusal();
    if (refusal != null) {
      throw refusal.asException();
    }
    return book.routing(tenant, topic).explain(incoming.subject());
  }

  /// An event and the jobs it becomes, or why it becomes none.
  private record Sorted(
      @Nullable NotPublished refusal,
      String eventId,
      List<String> warnings,
      List<Subscription> subscriptions,
      List<NewJob> jobs) {

    static Sorted refused(NotPublished refusal) {
      return new Sorted(refusal, "", List.of(), List.of(), List.of());
    }
  }

  private Sorted sort(String topic, SchemaCheck check, Routing routing, TopicEvent event) {
    try {
      Incoming incoming = Incoming.of(event);
      SchemaCheck.Outcome checked = check.check(incoming.envelope());
      if (checked.refusal() != null) {
        return Sorted.refused(checked.refusal());
      }
      List<Subscription> matching = routing.match(incoming.subject());
      DeliveryJobs jobs = new DeliveryJobs(tenant, topic, incoming);
      return new Sorted(
          null,
          incoming.envelope().id(),
          checked.warnings(),
          matching,
          matching.stream().map(jobs::of).toList());
    } catch (InvalidEvent invalid) {
      return Sorted.refused(broken(invalid));
    } catch (WaybillException refused) {
      return Sorted.refused(new NotPublished(refused.code(), String.valueOf(refused.getMessage())));
    }
  }

  private static NotPublished broken(InvalidEvent event) {
    return new NotPublished(
        event.code(),
        String.valueOf(event.getMessage()),
        List.of(new PublishAnswer.Violation(event.pointer(), event.problem())));
  }

  private List<PublishAnswer> answers(List<Sorted> sorted) {
    Iterator<EnqueueResult> results = enqueue(sorted).iterator();
    List<PublishAnswer> answers = new ArrayList<>(sorted.size());
    for (Sorted one : sorted) {
      answers.add(one.refusal() != null ? one.refusal() : answer(one, results));
    }
    return answers;
  }

  /// As few calls as there may be; the jobs of one event stay together where they fit into one.
  private List<EnqueueResult> enqueue(List<Sorted> sorted) {
    List<EnqueueResult> results = new ArrayList<>();
    List<NewJob> together = new ArrayList<>();
    for (Sorted one : sorted) {
      if (together.size() + one.jobs().size() > Limits.JOBS_PER_CALL) {
        results.addAll(waybill.enqueueAll(together));
        together.clear();
      }
      together.addAll(one.jobs());
      while (together.size() > Limits.JOBS_PER_CALL) {
        List<NewJob> most = together.subList(0, Limits.JOBS_PER_CALL);
        results.addAll(waybill.enqueueAll(List.copyOf(most)));
        most.clear();
      }
    }
    if (!together.isEmpty()) {
      results.addAll(waybill.enqueueAll(together));
    }
    return results;
  }

  private static PublishAnswer answer(Sorted one, Iterator<EnqueueResult> results) {
    List<Delivery> deliveries = new ArrayList<>();
    List<Missed> missed = new ArrayList<>();
    for (Subscription subscription : one.subscriptions()) {
      switch (results.next()) {
        case Enqueued job ->
            deliveries.add(
                new Delivery(subscription.name(), subscription.queue(), job.id(), job.duplicate()));
        case Refused refused -> missed.add(new Missed(subscription, refused));
      }
    }
    return missed.isEmpty()
        ? new Published(one.eventId(), deliveries, one.warnings())
        : notEverywhere(one.eventId(), deliveries, missed);
  }

  private record Missed(Subscription subscription, Refused refused) {}

  private static NotPublished notEverywhere(
      String eventId, List<Delivery> deliveries, List<Missed> missed) {
    String named =
        missed.stream().map(one -> one.subscription().name()).collect(Collectors.joining(", "));
    Refused first = missed.getFirst().refused();
    if (first.code() == Code.REQUEST_ID_CONFLICT) {
      return otherBody(eventId, named);
    }
    String detail =
        deliveries.size()
            + " of "
            + (deliveries.size() + missed.size())
            + " queues have the event; not those of "
            + named
            + ": "
            + first.detail()
            + ". Publish it again with the id "
            + eventId
            + "; nothing is delivered twice.";
    return new NotPublished(first.code(), detail);
  }

  private static NotPublished otherBody(String eventId, String named) {
    return new NotPublished(
        Code.REQUEST_ID_CONFLICT,
        "the id "
            + Text.quote(eventId)
            + " was published before with another body, and the queues of "
            + named
            + " have that one; give this event an id of its own");
  }
}
