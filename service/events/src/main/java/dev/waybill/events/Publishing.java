package dev.waybill.events;

import dev.waybill.Code;
import dev.waybill.NewJob;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.events.envelope.InvalidEvent;
import dev.waybill.service.EventExpansion;
import dev.waybill.settings.Limits;
import dev.waybill.topic.PublishAnswer;
import dev.waybill.topic.PublishAnswer.NotPublished;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topic;
import dev.waybill.topic.TopicEvent;
import dev.waybill.topic.Verdict;
import dev.waybill.topic.Violation;
import java.util.List;

/// Publishes the events of one tenant: reads, checks and matches them, and enqueues their jobs. The
/// jobs of one event are enqueued in one call, so a store with atomic fan-out stores them in one
/// step.
final class Publishing implements EventExpansion {

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
    Delivering delivering = new Delivering(waybill, Limits.DELIVERIES_PER_CALL);
    events.forEach(event -> delivering.add(sort(topic, check, routing, event)));
    return delivering.answers();
  }

  /// The jobs for an event. Refuses an event as publishing does.
  @Override
  public List<NewJob> expand(String topic, TopicEvent event) {
    Topic known = book.require(tenant, topic);
    SchemaCheck check = new SchemaCheck(schemas.known(tenant), known.checking());
    Sorted sorted = sort(topic, check, book.routing(tenant, topic), event);
    if (sorted.refusal() != null) {
      throw sorted.refusal().asException();
    }
    Delivering.requireFewEnough(sorted);
    return sorted.jobs();
  }

  /// Refuses an event as publishing does.
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

  private Sorted sort(String topic, SchemaCheck check, Routing routing, TopicEvent event) {
    try {
      Incoming incoming = Incoming.of(event);
      SchemaCheck.Outcome checked = check.check(incoming.envelope());
      if (checked.refusal() != null) {
        return Sorted.refused(checked.refusal());
      }
      noteType(topic, check, incoming.envelope().type());
      List<Subscription> matching = routing.match(incoming.subject());
      DeliveryJobs jobs = new DeliveryJobs(tenant, topic, incoming);
      return new Sorted(null, incoming, checked.warnings(), matching, jobs);
    } catch (InvalidEvent invalid) {
      return Sorted.refused(broken(invalid));
    } catch (WaybillException refused) {
      return Sorted.refused(new NotPublished(refused.code(), String.valueOf(refused.getMessage())));
    }
  }

  private void noteType(String topic, SchemaCheck check, String type) {
    if (check.schemas().latest(type).isPresent()) {
      book.published().note(tenant, topic, type);
    }
  }

  private static NotPublished broken(InvalidEvent event) {
    return new NotPublished(
        event.code(),
        String.valueOf(event.getMessage()),
        List.of(new Violation(event.pointer(), event.problem())));
  }
}
