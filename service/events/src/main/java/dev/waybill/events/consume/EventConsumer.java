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

/// Handles jobs that are events: opens them however they travel, brings them to the version that
/// the program reads, checks them, and hands them to it.
///
/// An event that cannot be read, or is not valid, goes to the dead letters with the reason. It can
/// be redriven when an upcast or another consumer is there. What the program throws or answers is
/// an outcome as in any handler. Safe for use by many threads.
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

  /// @param waybill opened or connected, as the tenant whose events these are
  public static EventConsumerBuilder builder(Waybill waybill) {
    return new EventConsumerBuilder(waybill);
  }

  /// A worker for a queue that these events arrive in; still to be started.
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

  /// What the event does not say itself, the job does.
  private Envelope opened(Job job) throws Rejected {
    // Where the payload is in a blob, it is fetched here. If that fails, it is not the event's
    // fault.
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

  /// As a worker without handler for a type does: another one may know it.
  private Outcome unknown(String type) {
    String message =
        "no reader for events of type " + Text.quote(type) + "; this consumer reads " + reads;
    return new Outcome.Retry(Failure.of("unknown_type", message), null);
  }
}
