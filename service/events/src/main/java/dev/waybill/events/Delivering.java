package dev.waybill.events;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.NewJob;
import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.base.Text;
import dev.waybill.result.EnqueueResult;
import dev.waybill.result.Enqueued;
import dev.waybill.result.Refused;
import dev.waybill.settings.Limits;
import dev.waybill.topic.Delivery;
import dev.waybill.topic.PublishAnswer;
import dev.waybill.topic.PublishAnswer.NotPublished;
import dev.waybill.topic.PublishAnswer.Published;
import dev.waybill.topic.Subscription;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/// Enqueues the jobs for the events of one call in batches, and collects the answers. The jobs of
/// one event are enqueued in one batch if they fit.
final class Delivering {

  /// The maximum number of events per call that are compared with earlier deliveries.
  private static final int MOST_COMPARED = 100;

  private final Waybill waybill;
  private final int most;
  private final List<PublishAnswer> answers = new ArrayList<>();
  private final List<Sorted> waiting = new ArrayList<>();
  private int waitingJobs;
  private int allJobs;
  private int compared;

  /// @param most the maximum number of jobs for all events
  Delivering(Waybill waybill, int most) {
    this.waybill = waybill;
    this.most = most;
  }

  void add(Sorted event) {
    int jobs = event.subscriptions().size();
    if (allJobs + jobs > most) {
      waiting.add(Sorted.refused(tooMany(jobs, most)));
      return;
    }
    if (waitingJobs + jobs > Limits.JOBS_PER_CALL) {
      deliver();
    }
    waiting.add(event);
    waitingJobs += jobs;
    allJobs += jobs;
  }

  /// One answer per event, in order.
  List<PublishAnswer> answers() {
    deliver();
    return answers;
  }

  static void requireFewEnough(Sorted event) {
    int jobs = event.subscriptions().size();
    if (jobs > Limits.DELIVERIES_PER_CALL) {
      throw tooMany(jobs, Limits.DELIVERIES_PER_CALL).asException();
    }
  }

  private static NotPublished tooMany(int jobs, int most) {
    return new NotPublished(
        Code.TOO_MANY_ITEMS,
        "one call delivers to at most %d queues; this event matches %d subscriptions: publish it in a separate call"
            .formatted(most, jobs));
  }

  private void deliver() {
    Iterator<EnqueueResult> results = enqueue().iterator();
    for (Sorted one : waiting) {
      answers.add(one.refusal() != null ? one.refusal() : answer(one, results));
    }
    waiting.clear();
    waitingJobs = 0;
  }

  private List<EnqueueResult> enqueue() {
    List<NewJob> jobs = new ArrayList<>(waitingJobs);
    waiting.forEach(one -> jobs.addAll(one.jobs()));
    List<EnqueueResult> results = new ArrayList<>(jobs.size());
    for (int from = 0; from < jobs.size(); from += Limits.JOBS_PER_CALL) {
      int to = Math.min(jobs.size(), from + Limits.JOBS_PER_CALL);
      results.addAll(waybill.enqueueAll(List.copyOf(jobs.subList(from, to))));
    }
    return results;
  }

  private record Missed(Subscription subscription, Refused refused) {

    boolean isConflict() {
      return refused.code() == Code.REQUEST_ID_CONFLICT;
    }
  }

  private PublishAnswer answer(Sorted one, Iterator<EnqueueResult> results) {
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
    Incoming event = Objects.requireNonNull(one.event());
    String id = event.envelope().id();
    if (missed.stream().anyMatch(Missed::isConflict)) {
      acceptSameBody(event, deliveries, missed);
    }
    return missed.isEmpty()
        ? new Published(id, deliveries, one.warnings())
        : notEverywhere(id, deliveries, missed);
  }

  /// The store compares whole jobs, which also contain the wrapper of the body and settings of the
  /// subscription. Two events are the same if their bodies are equal.
  private void acceptSameBody(Incoming event, List<Delivery> deliveries, List<Missed> missed) {
    if (++compared > MOST_COMPARED) {
      return;
    }
    JobFilter filter = JobFilter.ALL.withTag(Naming.eventTag(event.envelope().id()));
    for (Job job : waybill.list(filter, Page.Request.first(Limits.PAGE_SIZE)).items()) {
      missed.stream()
          .filter(one -> one.isConflict() && isFor(one.subscription(), job))
          .filter(_ -> SameBody.carries(job.payload(), event))
          .findFirst()
          .ifPresent(
              one -> {
                missed.remove(one);
                deliveries.add(
                    new Delivery(one.subscription().name(), job.queue(), job.id(), true));
              });
    }
  }

  private static boolean isFor(Subscription subscription, Job job) {
    return job.tags().contains("topic:" + subscription.topic())
        && job.tags().contains("subscription:" + subscription.name());
  }

  private static NotPublished notEverywhere(
      String eventId, List<Delivery> deliveries, List<Missed> missed) {
    String named =
        missed.stream()
            .map(one -> one.subscription().name())
            .limit(10)
            .collect(Collectors.joining(", "));
    Refused first = missed.getFirst().refused();
    if (first.code() == Code.REQUEST_ID_CONFLICT) {
      return new NotPublished(
          Code.REQUEST_ID_CONFLICT,
          "event %s was already published with another body, which subscription %s received; use another ID for this event"
              .formatted(Text.quote(eventId), named));
    }
    return new NotPublished(
        first.code(),
        "%d of %d subscriptions received the event; missing: %s (%s). Publish it again with the ID %s; no queue gets it twice"
            .formatted(
                deliveries.size(),
                deliveries.size() + missed.size(),
                named,
                first.detail(),
                eventId));
  }
}
