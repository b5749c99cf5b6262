package dev.waybill;

import dev.waybill.document.Diagrams;
import dev.waybill.document.Documents;
import dev.waybill.message.MessageHooks;
import dev.waybill.message.Messages;
import dev.waybill.message.Suppressions;
import dev.waybill.message.Templates;
import dev.waybill.message.TopicMessages;
import dev.waybill.result.BulkResult;
import dev.waybill.result.ChangeResult;
import dev.waybill.result.EnqueueResult;
import dev.waybill.result.Enqueued;
import dev.waybill.schedule.Schedules;
import dev.waybill.settings.ConnectSettings;
import dev.waybill.settings.QueueSettings;
import dev.waybill.settings.Settings;
import dev.waybill.topic.Schemas;
import dev.waybill.topic.Topics;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.UnaryOperator;

/// A durable service for asynchronous work: the same interface in process and over the network.
///
/// Every call returns after its effect is durable. A call that is refused has changed nothing;
/// calls with a list answer each item, other calls throw a [WaybillException].
public interface Waybill extends JobSource, AutoCloseable {

  String DEFAULT_TENANT = "default";

  /// Opens the store in a directory, which is created if it does not exist.
  static Waybill open(Path folder) {
    return open(folder, Settings.DEFAULT);
  }

  static Waybill open(Path folder, Settings settings) {
    return open(folder.toAbsolutePath().toUri(), settings);
  }

  /// Opens the store at an address, in this process: a directory as `file:`, or servers by the
  /// scheme of their backend, with options in the query. The backend must be on the class path.
  static Waybill open(URI address) {
    return open(address, Settings.DEFAULT);
  }

  static Waybill open(URI address, Settings settings) {
    return ServiceLoader.load(Opener.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(opener -> opener.opens(address))
        .findFirst()
        .orElseThrow(
            () ->
                new WaybillException(
                    Code.INVALID_ARGUMENT,
                    "nothing on the class path can open "
                        + shown(address)
                        + "; add the module of the backend for this address"))
        .open(address, settings);
  }

  /// Connects to a server at an address such as `http://localhost:7878`. Sends nothing before the
  /// first call.
  static Waybill connect(URI address) {
    return connect(address, ConnectSettings.DEFAULT);
  }

  static Waybill connect(URI address, ConnectSettings settings) {
    return ServiceLoader.load(Opener.class).stream()
        .map(ServiceLoader.Provider::get)
        .flatMap(opener -> opener.connect(address, settings).stream())
        .findFirst()
        .orElseThrow(
            () ->
                new WaybillException(
                    Code.INVALID_ARGUMENT,
                    "nothing on the class path can connect to "
                        + shown(address)
                        + "; add waybill-client, and give an address with http or https"));
  }

  /// Without parts that may hold credentials: user, password and query.
  private static String shown(URI address) {
    return address.toString().replaceAll("(?<=//|,)[^/,@]*@", "").replaceAll("[?#].*", "");
  }

  /// Finds implementations of this interface.
  interface Opener {

    boolean opens(URI address);

    Waybill open(URI address, Settings settings);

    /// Empty if it cannot connect to this address.
    default Optional<Waybill> connect(URI address, ConnectSettings settings) {
      return Optional.empty();
    }
  }

  /// The same service for another tenant. Tenants cannot see each other's data.
  Waybill tenant(String name);

  /// Enqueues a job; throws if it is refused.
  Enqueued enqueue(NewJob job);

  /// Enqueues many jobs; one answer per job, in order. A refused job does not affect the others.
  List<EnqueueResult> enqueueAll(List<NewJob> jobs);

  Optional<Job> find(JobId id);

  /// Streams the payload of a job, so that it need not fit into memory. The stream never ends
  /// early: it throws a [WaybillException] if it cannot be read to its end. The caller closes it.
  /// Refused with [Code#NOT_FOUND] if there is no such job.
  InputStream openPayload(JobId id);

  /// Streams the result of a job, as [#openPayload] does. Refused with [Code#NOT_FOUND] if there is
  /// no such job or it has no result.
  InputStream openResult(JobId id);

  /// Every lease that the job has had, oldest first.
  List<Attempt> attempts(JobId id);

  /// Jobs that match, newest first. A page is shorter if its payloads and results exceed
  /// [Limits#PAGE_BYTES].
  Page<Job> list(JobFilter filter, Page.Request page);

  ChangeResult change(JobAction action, JobId id);

  /// See [JobAction#CANCEL].
  default ChangeResult cancel(JobId id) {
    return change(JobAction.CANCEL, id);
  }

  /// See [JobAction#RETRY].
  default ChangeResult retry(JobId id) {
    return change(JobAction.RETRY, id);
  }

  /// See [JobAction#REDRIVE].
  default ChangeResult redrive(JobId id) {
    return change(JobAction.REDRIVE, id);
  }

  /// Deletes a job with its payload, result, attempts, events and request ID, which can then be
  /// used again. Cancels a waiting job first. Refuses a running job with [Code#WRONG_STATE]: cancel
  /// it first.
  void delete(JobId id);

  /// Changes every job that matches and whose state allows the action.
  BulkResult changeAll(JobAction action, JobFilter filter);

  default BulkResult cancelAll(JobFilter filter) {
    return changeAll(JobAction.CANCEL, filter);
  }

  default BulkResult retryAll(JobFilter filter) {
    return changeAll(JobAction.RETRY, filter);
  }

  default BulkResult redriveAll(JobFilter filter) {
    return changeAll(JobAction.REDRIVE, filter);
  }

  /// Stops leasing from this queue until it is resumed; running jobs continue.
  void pause(String queue);

  void resume(String queue);

  /// The version of Waybill and the capabilities of its store; of the server, if this is a client.
  ServiceInfo info();

  QueueStats stats(String queue);

  /// Every queue that has or had jobs.
  List<QueueStats> stats();

  /// The settings of a queue.
  QueueSettings queueSettings(String queue);

  /// Replaces all settings of a queue. Takes effect here at once, and on other servers of the same
  /// store within about a second.
  void setQueueSettings(String queue, QueueSettings settings);

  /// Changes the settings of a queue and returns the result. `change` receives the current
  /// settings, and is called again if another caller changed them in between. Settings that it does
  /// not change keep the values that other callers set.
  QueueSettings changeQueueSettings(String queue, UnaryOperator<QueueSettings> change);

  /// Stored events after a position, in order.
  List<JobEvent> events(JobId id, EventCursor after, int max);

  /// Stored events after a position, then future events, without gaps or repeats. The iteration
  /// waits for the next event and ends when the job has finished.
  EventFeed follow(JobId id, EventCursor after);

  /// Everything with this correlation ID, as a timeline; or with that of the job or the message
  /// that has this ID.
  Timeline timeline(String id);

  /// A service on top of jobs, such as [Topics], for this tenant. Refused with
  /// [Code#INVALID_ARGUMENT] if no module on the class path provides it.
  <T> T service(Class<T> type);

  /// Publishes events to topics and delivers them to queues.
  default Topics topics() {
    return service(Topics.class);
  }

  /// Schemas of events.
  default Schemas schemas() {
    return service(Schemas.class);
  }

  /// Messages to people: by e-mail, SMS, push, chat or webhook.
  default Messages messages() {
    return service(Messages.class);
  }

  /// The endpoints that are told of the events of these messages.
  default MessageHooks messageHooks() {
    return service(MessageHooks.class);
  }

  /// Templates of these messages.
  default Templates templates() {
    return service(Templates.class);
  }

  /// The recipients that get no messages.
  default Suppressions suppressions() {
    return service(Suppressions.class);
  }

  /// Messages on topics: records whose events are processed by workers.
  default TopicMessages topicMessages() {
    return service(TopicMessages.class);
  }

  /// Files that are parsed, embedded and found.
  default Documents documents() {
    return service(Documents.class);
  }

  /// Diagrams of documents.
  default Diagrams diagrams() {
    return service(Diagrams.class);
  }

  /// Starts jobs and publishes events at set times.
  default Schedules schedules() {
    return service(Schedules.class);
  }

  @Override
  void close();
}
