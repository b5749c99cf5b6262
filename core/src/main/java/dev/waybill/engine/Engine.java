package dev.waybill.engine;

import dev.waybill.Attempt;
import dev.waybill.EventCursor;
import dev.waybill.EventFeed;
import dev.waybill.Job;
import dev.waybill.JobAction;
import dev.waybill.JobEvent;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Page;
import dev.waybill.QueueStats;
import dev.waybill.ServiceInfo;
import dev.waybill.Settlement;
import dev.waybill.TaskToken;
import dev.waybill.Timeline;
import dev.waybill.Waybill;
import dev.waybill.result.BulkResult;
import dev.waybill.result.ChangeResult;
import dev.waybill.result.EnqueueResult;
import dev.waybill.result.Enqueued;
import dev.waybill.result.ExtendResult;
import dev.waybill.result.PublishResult;
import dev.waybill.result.Refused;
import dev.waybill.result.SettleResult;
import dev.waybill.service.BulkWalk;
import dev.waybill.service.IdentifiedJobs;
import dev.waybill.service.ServiceProvider;
import dev.waybill.service.TokenKeyRotation;
import dev.waybill.settings.QueueSettings;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.QueueKey;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Waybill on top of one backend: adds the tenant and delegates each call to the responsible class.
///
/// The instance that the constructor creates belongs to the default tenant and owns the backend;
/// views of other tenants share everything and own nothing.
public final class Engine implements Waybill {

  private final Parts parts;
  private final String tenant;
  private final boolean owner;
  private final boolean trusted;
  private final Services services;

  /// @param random for IDs and jitter; called from many threads at once
  public Engine(Backend backend, Settings settings, RandomGenerator random) {
    backend.capabilities().requireDurability(settings.leastDurability());
    this.parts = Parts.over(backend, settings, random);
    this.tenant = DEFAULT_TENANT;
    this.owner = true;
    this.trusted = false;
    this.services = new Services(backend, settings, own -> new Engine(parts, own));
    services.offer(BulkWalk.class, parts::walk);
    services.offer(IdentifiedJobs.class, parts.enqueueing()::identified);
    services.offer(TokenKeyRotation.class, _ -> parts.keys()::rotate);
    openServices();
  }

  /// If a service refuses, the backend still belongs to the caller, and nothing else may use it.
  private void openServices() {
    try {
      services.open(ServiceLoader.load(ServiceProvider.class));
    } catch (RuntimeException | Error refused) {
      parts.stop();
      throw refused;
    }
  }

  /// For services.
  private Engine(Parts parts, Services services) {
    this.parts = parts;
    this.tenant = DEFAULT_TENANT;
    this.owner = false;
    this.trusted = true;
    this.services = services;
  }

  private Engine(Engine whole, String tenant) {
    this.parts = whole.parts;
    this.tenant = tenant;
    this.owner = false;
    this.trusted = whole.trusted;
    this.services = whole.services;
  }

  /// The same jobs for services such as schedules, which may use [reserved names][ReservedNames].
  /// Callers never get it.
  public Waybill forServices() {
    return new Engine(parts, services);
  }

  /// Runs maintenance once; returns the number of jobs that were changed or deleted.
  public int tick() {
    return parts.maintenance().tick();
  }

  @Override
  public Waybill tenant(String name) {
    parts.admission().tenant(name);
    return new Engine(this, name);
  }

  @Override
  public Enqueued enqueue(NewJob job) {
    return switch (enqueueAll(List.of(job)).getFirst()) {
      case Enqueued enqueued -> enqueued;
      case Refused refused -> throw refused.asException();
    };
  }

  @Override
  public List<EnqueueResult> enqueueAll(List<NewJob> jobs) {
    return parts.enqueueing().enqueue(tenant, jobs, trusted);
  }

  @Override
  public List<Lease> lease(LeaseRequest request) {
    return parts.leasing().lease(tenant, request);
  }

  @Override
  public List<ExtendResult> extend(List<TaskToken> tokens, @Nullable Duration leaseDuration) {
    return parts.leasing().extend(tenant, tokens, leaseDuration);
  }

  @Override
  public List<SettleResult> settle(List<Settlement> settlements) {
    return parts.settling().settle(tenant, settlements);
  }

  @Override
  public PublishResult publish(TaskToken token, List<NewEvent> events) {
    return parts.leasing().publish(tenant, token, events);
  }

  @Override
  public Optional<Job> find(JobId id) {
    return parts.watching().find(key(id));
  }

  @Override
  public InputStream openPayload(JobId id) {
    return parts.watching().openPayload(key(id));
  }

  @Override
  public InputStream openResult(JobId id) {
    return parts.watching().openResult(key(id));
  }

  @Override
  public List<Attempt> attempts(JobId id) {
    return parts.watching().attempts(key(id));
  }

  @Override
  public ServiceInfo info() {
    return new ServiceInfo(ServiceInfo.ownVersion(), parts.backend().capabilities());
  }

  @Override
  public Page<Job> list(JobFilter filter, Page.Request page) {
    return parts.watching().list(tenant, filter, page);
  }

  @Override
  public ChangeResult change(JobAction action, JobId id) {
    return parts.changing().change(action, key(id));
  }

  @Override
  public void delete(JobId id) {
    parts.changing().delete(key(id));
  }

  @Override
  public BulkResult changeAll(JobAction action, JobFilter filter) {
    BulkWalk.Request request = new BulkWalk.Request(action, filter, 0);
    BulkWalk.Position end =
        parts.walk(tenant).walk(request, BulkWalk.Position.START, BulkWalk.Control.NONE);
    return new BulkResult(end.changed(), end.skipped());
  }

  @Override
  public void pause(String queue) {
    parts.jobs().pause(queueKey(queue), true);
  }

  @Override
  public void resume(String queue) {
    parts.jobs().pause(queueKey(queue), false);
  }

  @Override
  public QueueStats stats(String queue) {
    return parts.jobs().stats(queueKey(queue));
  }

  @Override
  public List<QueueStats> stats() {
    return parts.jobs().stats(tenant);
  }

  @Override
  public QueueSettings queueSettings(String queue) {
    return parts.queues().read(queueKey(queue));
  }

  @Override
  public void setQueueSettings(String queue, QueueSettings settings) {
    parts.queues().change(queueKey(queue), _ -> settings);
  }

  @Override
  public QueueSettings changeQueueSettings(String queue, UnaryOperator<QueueSettings> change) {
    return parts.queues().change(queueKey(queue), change);
  }

  @Override
  public List<JobEvent> events(JobId id, EventCursor after, int max) {
    return parts.watching().events(key(id), after, max);
  }

  @Override
  public EventFeed follow(JobId id, EventCursor after) {
    return parts.watching().follow(key(id), after);
  }

  @Override
  public Timeline timeline(String id) {
    return new Timelines(this, services::timeline, asked -> services.timelineSubject(tenant, asked))
        .of(id);
  }

  @Override
  public <T> T service(Class<T> type) {
    return services.require(type, tenant);
  }

  @Override
  public void close() {
    if (owner) {
      services.close();
      parts.close();
    }
  }

  private JobKey key(JobId id) {
    return new JobKey(tenant, id);
  }

  private QueueKey queueKey(String queue) {
    parts.admission().queue(queue);
    return new QueueKey(tenant, queue);
  }
}
