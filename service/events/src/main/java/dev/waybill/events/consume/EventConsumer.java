package dev.waybill.events.consume;

import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.Outcome;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.events.Naming;
import dev.waybill.events.envelope.Defaults;
import dev.waybill.events.envelope.Envelope;
import dev.waybill.events.envelope.Envelopes;
import dev.waybill.events.schema.SchemaVersion;
import dev.waybill.worker.Handler;
import dev.waybill.worker.Task;
import dev.waybill.worker.Worker;
import dev.waybill.worker.WorkerBuilder;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;

/// Handles jobs that are events: unwraps the event, upcasts it to a version that the program reads,
/// validates it, and calls the program.
///
/// An event that is unreadable or invalid becomes a dead letter with the reason. It can be redriven
/// when an upcast or another consumer is available. Exceptions and outcomes of the program are
/// treated as in any handler. Thread-safe.
public final class EventConsumer implements Handler {

  private static final String EVENT_TAG = "event:";

  private final Waybill waybill;
  private final Map<String, NavigableSet<SchemaVersion>> reads;
  private final Map<String, String> typeOfJobs = new HashMap<>();
  private final Versions versions;
  private final PastErrors pastErrors;
  private final EventHandler handler;
  private final InstantSource clock;

  EventConsumer(EventConsumerBuilder wanted, EventHandler handler) {
    this.waybill = wanted.waybill;
    this.reads = wanted.reads();
    this.clock = wanted.clock;
    KnownSchemas schemas = new KnownSchemas(waybill.schemas()::find, clock);
    this.versions = new Versions(schemas, wanted.otherMajor, clock);
    this.pastErrors = new PastErrors(waybill);
    this.handler = handler;
    reads.keySet().forEach(type -> typeOfJobs.put(Naming.jobType(type), type));
  }

  /// @param waybill opened or connected as the tenant of the events
  public static EventConsumerBuilder builder(Waybill waybill) {
    return new EventConsumerBuilder(waybill);
  }

  /// A worker for a queue with these events; not started yet.
  public WorkerBuilder worker(String queue) {
    WorkerBuilder worker = Worker.builder(waybill).queue(queue);
    typeOfJobs.keySet().forEach(type -> worker.handle(type, this));
    return worker;
  }

  @Override
  public Outcome handle(Task task) throws Exception {
    ReceivedEvent event;
    try {
      Envelope sent = opened(task.job());
      NavigableSet<SchemaVersion> read = reads.get(sent.type());
      if (read == null) {
        return unknown(sent.type());
      }
      Envelope told = pastErrors.toldTo(sent, task.job());
      ReadableEvent readable = versions.readable(told, read);
      readable.check();
      event = new ReceivedEvent(told, readable, task, clock);
    } catch (Rejected rejected) {
      return new Outcome.Reject(rejected.failure());
    }
    return handler.handle(event);
  }

  /// The event. The job provides values that the event does not contain.
  private Envelope opened(Job job) throws Rejected {
    // Loads the payload if it is in a blob. A failure of that is not a fault of the event, so it is
    // a retry.
    byte[] payload = job.payload().bytesWithoutCopy();
    String type = typeOfJobs.getOrDefault(job.type(), job.type());
    try {
      return Envelopes.consumed(payload, new Defaults(idOf(job), type, null));
    } catch (WaybillException unreadable) {
      throw Rejected.unreadable("the event cannot be read: " + unreadable.getMessage());
    }
  }

  private static String idOf(Job job) {
    return job.tags().stream()
        .filter(tag -> tag.startsWith(EVENT_TAG))
        .map(tag -> tag.substring(EVENT_TAG.length()))
        .findFirst()
        .orElse(job.id().toString());
  }

  /// A retry, as by a worker without a handler for the type: another worker may know the type.
  private Outcome unknown(String type) {
    String message =
        "no reader for events of type " + Text.quote(type) + "; this consumer reads " + reads;
    return new Outcome.Retry(Failure.of("unknown_type", message), null);
  }
}
