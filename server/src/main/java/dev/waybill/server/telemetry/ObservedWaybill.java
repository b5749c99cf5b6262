package dev.waybill.server.telemetry;

import dev.waybill.Attempt;
import dev.waybill.BulkResult;
import dev.waybill.ChangeResult;
import dev.waybill.EnqueueResult;
import dev.waybill.Enqueued;
import dev.waybill.EventCursor;
import dev.waybill.EventFeed;
import dev.waybill.ExtendResult;
import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Page;
import dev.waybill.PublishResult;
import dev.waybill.QueueSettings;
import dev.waybill.QueueStats;
import dev.waybill.SettleResult;
import dev.waybill.Settlement;
import dev.waybill.TaskToken;
import dev.waybill.Timeline;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.message.Messages;
import dev.waybill.schedule.Schedules;
import dev.waybill.topic.Schemas;
import dev.waybill.topic.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The same Waybill, as servers offer it: a job without a trace context gets that of the call that
/// made it, and events are counted. What becomes of jobs is counted below, by [ObservedStore].
final class ObservedWaybill implements Waybill {

  private final Waybill waybill;
  private final EventCounts counts;

  ObservedWaybill(Waybill waybill, EventCounts counts) {
    this.waybill = waybill;
    this.counts = counts;
  }

  @Override
  public Waybill tenant(String name) {
    return new ObservedWaybill(waybill.tenant(name), counts);
  }

  @Override
  public Enqueued enqueue(NewJob job) {
    CallSpans.of(() -> Set.of(job.queue()));
    return waybill.enqueue(
        Watched.creationContext().map(context -> traced(job, context)).orElse(job));
  }

  @Override
  public List<EnqueueResult> enqueueAll(List<NewJob> jobs) {
    CallSpans.batch(jobs.size());
    CallSpans.of(() -> jobs.stream().map(NewJob::queue).collect(Collectors.toSet()));
    return waybill.enqueueAll(
        Watched.creationContext()
            .map(context -> jobs.stream().map(job -> traced(job, context)).toList())
            .orElse(jobs));
  }

  private static NewJob traced(NewJob job, String context) {
    return job.traceContext() != null ? job : job.toBuilder().traceContext(context).build();
  }

  @Override
  public List<Lease> lease(LeaseRequest request) {
    List<Lease> leases = waybill.lease(request);
    CallSpans.leased(request.queue(), leases);
    return leases;
  }

  @Override
  public List<ExtendResult> extend(List<TaskToken> tokens, @Nullable Duration hold) {
    CallSpans.batch(tokens.size());
    List<ExtendResult> results = waybill.extend(tokens, hold);
    counts.extended(results);
    return results;
  }

  @Override
  public List<SettleResult> settle(List<Settlement> settlements) {
    CallSpans.batch(settlements.size());
    return waybill.settle(settlements);
  }

  @Override
  public PublishResult publish(TaskToken token, List<NewEvent> events) {
    CallSpans.batch(events.size());
    long began = System.nanoTime();
    try {
      PublishResult result = waybill.publish(token, events);
      counts.published(result, events.size(), System.nanoTime() - began);
      return result;
    } catch (WaybillException failed) {
      counts.notPublished(failed.code().wire(), events.size());
      throw failed;
    }
  }

  @Override
  public Optional<Job> find(JobId id) {
    return waybill.find(id);
  }

  @Override
  public List<Attempt> attempts(JobId id) {
    return waybill.attempts(id);
  }

  @Override
  public Page<Job> list(JobFilter filter, Page.Request page) {
    return waybill.list(filter, page);
  }

  @Override
  public ChangeResult cancel(JobId id) {
    return waybill.cancel(id);
  }

  @Override
  public ChangeResult retry(JobId id) {
    return waybill.retry(id);
  }

  @Override
  public ChangeResult redrive(JobId id) {
    return waybill.redrive(id);
  }

  @Override
  public void delete(JobId id) {
    waybill.delete(id);
  }

  @Override
  public BulkResult cancelAll(JobFilter filter) {
    return waybill.cancelAll(filter);
  }

  @Override
  public BulkResult retryAll(JobFilter filter) {
    return waybill.retryAll(filter);
  }

  @Override
  public BulkResult redriveAll(JobFilter filter) {
    return waybill.redriveAll(filter);
  }

  @Override
  public void pause(String queue) {
    waybill.pause(queue);
  }

  @Override
  public void resume(String queue) {
    waybill.resume(queue);
  }

  @Override
  public QueueStats stats(String queue) {
    return waybill.stats(queue);
  }

  @Override
  public List<QueueStats> stats() {
    return waybill.stats();
  }

  @Override
  public QueueSettings queueSettings(String queue) {
    return waybill.queueSettings(queue);
  }

  @Override
  public void setQueueSettings(String queue, QueueSettings settings) {
    waybill.setQueueSettings(queue, settings);
  }

  @Override
  public QueueSettings changeQueueSettings(String queue, UnaryOperator<QueueSettings> change) {
    return waybill.changeQueueSettings(queue, change);
  }

  @Override
  public List<JobEvent> events(JobId id, EventCursor after, int max) {
    return waybill.events(id, after, max);
  }

  @Override
  public EventFeed follow(JobId id, EventCursor after) {
    return new ObservedFeed(waybill.follow(id, after), counts);
  }

  @Override
  public Timeline timeline(String correlationId) {
    return waybill.timeline(correlationId);
  }

  @Override
  public Topics topics() {
    return Watched.creationContext()
        .<Topics>map(context -> new TracedTopics(waybill.topics(), context))
        .orElseGet(waybill::topics);
  }

  @Override
  public Schemas schemas() {
    return waybill.schemas();
  }

  @Override
  public Messages messages() {
    return waybill.messages();
  }

  @Override
  public Schedules schedules() {
    return waybill.schedules();
  }

  @Override
  public void close() {
    waybill.close();
  }
}
