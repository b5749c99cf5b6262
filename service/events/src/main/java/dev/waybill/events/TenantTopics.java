package dev.waybill.events;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.engine.register.Register;
import dev.waybill.events.filter.Mismatch;
import dev.waybill.settings.Limits;
import dev.waybill.topic.PublishAnswer;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topic;
import dev.waybill.topic.TopicEvent;
import dev.waybill.topic.Topics;
import dev.waybill.topic.Unusable;
import dev.waybill.topic.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The topics of one tenant.
final class TenantTopics implements Topics {

  private static final int DESCRIPTION_LENGTH = 1_024;

  private final TopicBook book;
  private final Publishing publishing;
  private final Waybill waybill;
  private final String tenant;

  TenantTopics(TopicBook book, Publishing publishing, Waybill waybill, String tenant) {
    this.book = book;
    this.publishing = publishing;
    this.waybill = waybill;
    this.tenant = tenant;
  }

  @Override
  public void put(Topic topic) {
    Naming.check("topic", topic.name());
    if (topic.description().length() > DESCRIPTION_LENGTH) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "a description has at most " + DESCRIPTION_LENGTH + " characters");
    }
    book.topics().change(name(topic.name()), _ -> topic);
  }

  @Override
  public Optional<Topic> find(String topic) {
    return Optional.ofNullable(book.topics().read(name(topic)));
  }

  @Override
  public List<Topic> list() {
    return book.topics().readAll().entrySet().stream()
        .filter(entry -> entry.getKey().tenant().equals(tenant))
        .map(java.util.Map.Entry::getValue)
        .sorted(Comparator.comparing(Topic::name))
        .toList();
  }

  /// Deletes the topic before its subscriptions, so that nothing is published to it meanwhile.
  @Override
  public boolean delete(String topic) {
    boolean existed = book.topics().exists(name(topic));
    book.topics().change(name(topic), _ -> null);
    book.subscriptions(tenant, topic).forEach(one -> book.unsubscribe(tenant, topic, one.name()));
    book.unusableSubscriptions(tenant, topic)
        .forEach(one -> book.unsubscribe(tenant, topic, one.name()));
    book.published().forget(tenant, topic);
    return existed;
  }

  @Override
  public void subscribe(Subscription subscription) {
    Naming.check("subscription", subscription.name());
    if (!Text.isName(subscription.queue())) {
      throw new WaybillException(
          Code.INVALID_NAME,
          "queue must be 1 to "
              + Limits.NAME_LENGTH
              + " letters, digits, '.', '_', ':' or '-'; it is "
              + Text.quote(subscription.queue()));
    }
    Routing.Asked.of(subscription);
    book.require(tenant, subscription.topic());
    book.subscribe(tenant, subscription);
  }

  @Override
  public boolean unsubscribe(String topic, String subscription) {
    return book.unsubscribe(tenant, topic, subscription);
  }

  @Override
  public List<Subscription> subscriptions(String topic) {
    book.require(tenant, topic);
    return book.subscriptions(tenant, topic);
  }

  @Override
  public List<Unusable> unusable() {
    return book.topics().unusable().entrySet().stream()
        .filter(entry -> entry.getKey().tenant().equals(tenant))
        .map(entry -> new Unusable(entry.getKey().name(), entry.getValue()))
        .sorted(Comparator.comparing(Unusable::name))
        .toList();
  }

  @Override
  public List<Unusable> unusableSubscriptions(String topic) {
    book.require(tenant, topic);
    return book.unusableSubscriptions(tenant, topic);
  }

  @Override
  public List<PublishAnswer> publishAll(String topic, List<TopicEvent> events) {
    return publishing.publish(topic, events);
  }

  @Override
  public List<Verdict> dryRun(String topic, TopicEvent event) {
    return publishing.dryRun(topic, event);
  }

  @Override
  public List<String> tryFilter(String filter, Subscription.Scope scope, TopicEvent event) {
    Subscription wanted =
        Subscription.of("none", "none", "none").withFilter(filter).withScope(scope);
    return Routing.Asked.of(wanted).policy().explain(Incoming.of(event).subject()).stream()
        .map(Mismatch::toString)
        .toList();
  }

  /// An event ID may also occur in other topics; their jobs are skipped. Only the last page can be
  /// empty.
  @Override
  public Page<Job> deliveries(String topic, String eventId, Page.Request page) {
    book.require(tenant, topic);
    JobFilter filter = JobFilter.ALL.withTag(Naming.eventTag(eventId));
    String tag = "topic:" + topic;
    Page.Request next = page;
    while (true) {
      Page<Job> found = waybill.list(filter, next);
      List<Job> ours = found.items().stream().filter(job -> job.tags().contains(tag)).toList();
      String cursor = found.nextCursor();
      if (cursor == null || !ours.isEmpty()) {
        return new Page<>(ours, cursor);
      }
      next = next.next(cursor);
    }
  }

  private Register.Name name(String topic) {
    return new Register.Name(tenant, topic);
  }
}
