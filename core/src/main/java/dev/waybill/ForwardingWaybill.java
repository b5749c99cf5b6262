package dev.waybill;

import dev.waybill.result.BulkResult;
import dev.waybill.result.ChangeResult;
import dev.waybill.result.EnqueueResult;
import dev.waybill.result.Enqueued;
import dev.waybill.result.ExtendResult;
import dev.waybill.result.PublishResult;
import dev.waybill.result.SettleResult;
import dev.waybill.settings.QueueSettings;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Passes every call to another Waybill; a subclass overrides the calls that it changes. A subclass
/// that applies to other tenants as well overrides [#tenant].
public abstract class ForwardingWaybill implements Waybill {

  protected final Waybill waybill;

  protected ForwardingWaybill(Waybill waybill) {
    this.waybill = waybill;
  }

  @Override
  public Waybill tenant(String name) {
    return waybill.tenant(name);
  }

  @Override
  public Enqueued enqueue(NewJob job) {
    return waybill.enqueue(job);
  }

  @Override
  public List<EnqueueResult> enqueueAll(List<NewJob> jobs) {
    return waybill.enqueueAll(jobs);
  }

  @Override
  public List<Lease> lease(LeaseRequest request) {
    return waybill.lease(request);
  }

  @Override
  public List<ExtendResult> extend(List<TaskToken> tokens, @Nullable Duration leaseDuration) {
    return waybill.extend(tokens, leaseDuration);
  }

  @Override
  public List<SettleResult> settle(List<Settlement> settlements) {
    return waybill.settle(settlements);
  }

  @Override
  public PublishResult publish(TaskToken token, List<NewEvent> events) {
    return waybill.publish(token, events);
  }

  @Override
  public Optional<Job> find(JobId id) {
    return waybill.find(id);
  }

  @Override
  public InputStream openPayload(JobId id) {
    return waybill.openPayload(id);
  }

  @Override
  public InputStream openResult(JobId id) {
    return waybill.openResult(id);
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
  public ChangeResult change(JobAction action, JobId id) {
    return waybill.change(action, id);
  }

  @Override
  public void delete(JobId id) {
    waybill.delete(id);
  }

  @Override
  public BulkResult changeAll(JobAction action, JobFilter filter) {
    return waybill.changeAll(action, filter);
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
    return waybill.follow(id, after);
  }

  @Override
  public ServiceInfo info() {
    return waybill.info();
  }

  @Override
  public Timeline timeline(String id) {
    return waybill.timeline(id);
  }

  @Override
  public <T> T service(Class<T> type) {
    return waybill.service(type);
  }

  @Override
  public void close() {
    waybill.close();
  }
}
