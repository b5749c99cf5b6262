package dev.waybill;

import dev.waybill.message.Messages;
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

/// Durable asynchronous work: one interface, the same in process and over the network.
///
/// Every call answers after its effect is durable. A call that is refused has changed nothing;
/// calls on a list answer item by item, others throw a [WaybillException].
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
  /// scheme of their backend, with its options in the query. The backend has to be on the class
  /// path.
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

  /// Speaks to a server at an address such as `http://localhost:7878`. Nothing is sent before the
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

  /// Without what may be a credential: user names and passwords, and the query.
  private static String shown(URI address) {
    return address.toString().replaceAll("(?<=//|,)[^/,@]*@", "").replaceAll("[?#].*", "");
  }

  /// How implementations of this interface are found.
  interface Opener {

    boolean opens(URI address);

    Waybill open(URI address, Settings settings);

    /// Empty where this is not an address of a server that it knows how to speak to.
    default Optional<Waybill> connect(URI address, ConnectSettings settings) {
      return Optional.empty();
    }
  }

  /// The same service, seen by another tenant. Nothing of one tenant is visible to another.
  Waybill tenant(String name);

  /// Takes a job; throws where it is refused.
  Enqueued enqueue(NewJob job);

  /// Takes many jobs; one answer per job, in order. Refused ones do not hold up the others.
  List<EnqueueResult> enqueueAll(List<NewJob> jobs);

  Optional<Job> find(JobId id);

  /// Streams the payload of a job, so that it need not fit into memory. The stream never ends
  /// early: it throws a [WaybillException] if it cannot be read to its end. The caller closes it.
  /// Refused with [Code#NOT_FOUND] if there is no such job.
  InputStream openPayload(JobId id);

  /// Streams the result of a job, as [#openPayload] does. Refused with [Code#NOT_FOUND] if there is
  /// no such job or it has no result.
  InputStream openResult(JobId id);

  /// Every lease the job has had, oldest first.
  List<Attempt> attempts(JobId id);

  /// Jobs that match, newest first. A page ends early where its payloads and results come to more
  /// than [Limits#PAGE_BYTES].
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

  /// Deletes a job with its payload, result, attempts, events and request id. A waiting job is
  /// cancelled first. Refuses a running one with [Code#WRONG_STATE]: cancel it first. The request
  /// id is free again.
  void delete(JobId id);

  /// Changes every job that matches and is in a state that allows the action.
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

  /// Leases nothing from this queue until it is resumed; running jobs go on.
  void pause(String queue);

  void resume(String queue);

  /// The version and the capabilities of the store; of a server, where this speaks to one.
  ServiceInfo info();

  QueueStats stats(String queue);

  /// Every queue that has or had jobs.
  List<QueueStats> stats();

  /// What is set for a queue.
  QueueSettings queueSettings(String queue);

  /// Sets this for a queue, and nothing else. Known here at once, and about a second later by other
  /// servers on the same store.
  void setQueueSettings(String queue, QueueSettings settings);

  /// Changes what is set for a queue; answers what is set then. `change` is given what is set now,
  /// and once more where somebody else was faster. What it leaves as it is stays as others set it.
  QueueSettings changeQueueSettings(String queue, UnaryOperator<QueueSettings> change);

  /// Stored events after a place, in order.
  List<JobEvent> events(JobId id, EventCursor after, int max);

  /// Stored events after a place and then those still to come, without gap or repeat. Iterating
  /// waits for the next one and ends when the job has.
  EventFeed follow(JobId id, EventCursor after);

  /// Everything that carries this correlation id, as one timeline.
  Timeline timeline(String correlationId);

  /// A service on top of jobs, such as [Topics], as this tenant sees it. Refused with
  /// [Code#INVALID_ARGUMENT] if no module on the class path offers it.
  <T> T service(Class<T> type);

  /// Topics: where events are published, and which queues get them.
  default Topics topics() {
    return service(Topics.class);
  }

  /// The schemas of events.
  default Schemas schemas() {
    return service(Schemas.class);
  }

  /// Messages: records whose events are processed by workers.
  default Messages messages() {
    return service(Messages.class);
  }

  /// Schedules: jobs and events that start on time.
  default Schedules schedules() {
    return service(Schedules.class);
  }

  @Override
  void close();
}
