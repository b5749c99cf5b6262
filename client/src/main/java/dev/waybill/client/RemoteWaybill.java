package dev.waybill.client;

import dev.waybill.Attempt;
import dev.waybill.Code;
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
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.client.call.HttpCall;
import dev.waybill.client.call.HttpTransport;
import dev.waybill.result.BulkResult;
import dev.waybill.result.ChangeResult;
import dev.waybill.result.EnqueueResult;
import dev.waybill.result.Enqueued;
import dev.waybill.result.ExtendResult;
import dev.waybill.result.PublishResult;
import dev.waybill.result.SettleResult;
import dev.waybill.settings.ConnectSettings;
import dev.waybill.settings.QueueSettings;
import dev.waybill.wire.InfoJson;
import dev.waybill.wire.TimelineJson;
import dev.waybill.wire.job.QueueSettingsJson;
import dev.waybill.wire.job.QueueStatsJson;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Waybill on a server. Each call returns the same values, refusals and codes as in process.
final class RemoteWaybill implements Waybill {

  private final ConnectSettings settings;
  private final HttpTransport transport;
  private final RemoteEnqueueing enqueueing;
  private final RemoteSettling settling;
  private final RemoteLeasing leasing;
  private final RemoteReading watching;
  private final RemoteChanging changing;
  private final List<Object> services;

  RemoteWaybill(URI address, ConnectSettings settings) {
    this.settings = settings;
    this.transport = new HttpTransport(address, settings);
    this.enqueueing = new RemoteEnqueueing(transport);
    this.settling = new RemoteSettling(transport);
    this.leasing = new RemoteLeasing(transport, settling);
    this.watching = new RemoteReading(transport);
    this.changing = new RemoteChanging(transport);
    this.services =
        List.of(
            new RemoteTopics(transport),
            new RemoteSchemas(transport),
            new RemoteMessages(transport),
            new RemoteMessageHooks(transport),
            new RemoteTemplates(transport),
            new RemoteSuppressions(transport),
            new RemoteTopicMessages(transport),
            new RemoteDocuments(transport),
            new RemoteDiagrams(transport),
            new RemoteSchedules(transport),
            new RemoteInsight(transport),
            new RemoteAdmin(transport));
  }

  /// The credential determines the tenant; another tenant needs another connection.
  @Override
  public Waybill tenant(String name) {
    if (!name.equals(settings.tenant())) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "this connection is for tenant "
              + Text.quote(settings.tenant())
              + "; connect with a key of tenant "
              + Text.quote(name));
    }
    return this;
  }

  @Override
  public Enqueued enqueue(NewJob job) {
    return enqueueing.enqueue(job);
  }

  @Override
  public List<EnqueueResult> enqueueAll(List<NewJob> jobs) {
    return enqueueing.enqueueAll(jobs);
  }

  @Override
  public List<Lease> lease(LeaseRequest request) {
    return leasing.lease(request);
  }

  @Override
  public List<ExtendResult> extend(List<TaskToken> tokens, @Nullable Duration leaseDuration) {
    return leasing.extend(tokens, leaseDuration);
  }

  @Override
  public List<SettleResult> settle(List<Settlement> settlements) {
    return settling.settle(settlements);
  }

  @Override
  public PublishResult publish(TaskToken token, List<NewEvent> events) {
    return settling.publish(token, events);
  }

  @Override
  public Optional<Job> find(JobId id) {
    return watching.find(id);
  }

  @Override
  public InputStream openPayload(JobId id) {
    return watching.open(Paths.job(id, "/payload"));
  }

  @Override
  public InputStream openResult(JobId id) {
    return watching.open(Paths.job(id, "/result"));
  }

  @Override
  public List<Attempt> attempts(JobId id) {
    return watching.attempts(id);
  }

  @Override
  public Page<Job> list(JobFilter filter, Page.Request page) {
    return watching.list(filter, page);
  }

  @Override
  public ChangeResult change(JobAction action, JobId id) {
    return changing.change(action, id);
  }

  @Override
  public void delete(JobId id) {
    changing.delete(id);
  }

  @Override
  public BulkResult changeAll(JobAction action, JobFilter filter) {
    return changing.changeAll(action, filter);
  }

  @Override
  public void pause(String queue) {
    transport.send(HttpCall.post(Paths.queue(queue, "/pause")));
  }

  @Override
  public void resume(String queue) {
    transport.send(HttpCall.post(Paths.queue(queue, "/resume")));
  }

  @Override
  public QueueStats stats(String queue) {
    return transport.send(HttpCall.get(Paths.queue(queue, ""))).read(QueueStatsJson.DOCUMENT);
  }

  @Override
  public ServiceInfo info() {
    return transport.send(HttpCall.get("/v1/info")).read(InfoJson.DOCUMENT);
  }

  @Override
  public List<QueueStats> stats() {
    return transport.send(HttpCall.get("/v1/queues")).read(QueueStatsJson.LIST);
  }

  @Override
  public QueueSettings queueSettings(String queue) {
    return transport.send(HttpCall.get(settingsOf(queue))).read(QueueSettingsJson.DOCUMENT);
  }

  @Override
  public void setQueueSettings(String queue, QueueSettings wanted) {
    transport.send(HttpCall.put(settingsOf(queue), QueueSettingsJson.DOCUMENT, wanted));
  }

  /// Sends only the differences, so that the server keeps concurrent changes by others.
  @Override
  public QueueSettings changeQueueSettings(String queue, UnaryOperator<QueueSettings> change) {
    QueueSettings before = queueSettings(queue);
    QueueSettings after = change.apply(before);
    HttpCall call = HttpCall.patch(settingsOf(queue), QueueSettingsJson.DOCUMENT, before, after);
    return transport.send(call).read(QueueSettingsJson.DOCUMENT);
  }

  private static String settingsOf(String queue) {
    return Paths.queue(queue, "/settings");
  }

  @Override
  public List<JobEvent> events(JobId id, EventCursor after, int max) {
    return watching.events(id, after, max);
  }

  @Override
  public EventFeed follow(JobId id, EventCursor after) {
    return watching.follow(id, after);
  }

  @Override
  public Timeline timeline(String correlationId) {
    return transport
        .find(HttpCall.get("/v1/timelines?correlation_id=" + Paths.encoded(correlationId)))
        .map(answer -> answer.read(TimelineJson.DOCUMENT))
        .orElseGet(() -> new Timeline(List.of(), true));
  }

  @Override
  public <T> T service(Class<T> type) {
    return services.stream()
        .filter(type::isInstance)
        .map(type::cast)
        .findFirst()
        .orElseThrow(
            () ->
                new WaybillException(
                    Code.INVALID_ARGUMENT, "not available on a server: " + type.getName()));
  }

  /// Calls in progress end with [Code#CLOSED].
  @Override
  public void close() {
    transport.close();
  }
}
