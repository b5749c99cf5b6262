package dev.waybill.server.telemetry;

/// One thing that is counted or measured. The reference page is checked against [#values()].
enum Metric {
  ENQUEUED("waybill.jobs.enqueued.total", Kind.COUNTER, "{job}", "Jobs taken in", Labels.QUEUE),
  DEDUPLICATED(
      "waybill.jobs.deduplicated.total",
      Kind.COUNTER,
      "{job}",
      "Jobs sent again under a known request id",
      Labels.QUEUE),
  DEQUEUED(
      "waybill.jobs.dequeued.total", Kind.COUNTER, "{job}", "Jobs given to workers", Labels.QUEUE),
  COMPLETED(
      "waybill.jobs.completed.total",
      Kind.COUNTER,
      "{job}",
      "Jobs that ended, by the state they ended in",
      "tenant, queue, state"),
  RETRIED(
      "waybill.jobs.retried.total",
      Kind.COUNTER,
      "{job}",
      "Jobs that wait again after an error or a lost worker",
      Labels.QUEUE),
  EXTENDED(
      "waybill.jobs.visibility_updates.total",
      Kind.COUNTER,
      "{lease}",
      "Leases that were extended",
      Labels.NONE),
  WAIT(
      "waybill.jobs.wait.duration",
      Kind.HISTOGRAM,
      "s",
      "Time from when a job could start until a worker had it",
      Labels.QUEUE),
  ATTEMPTS(
      "waybill.attempts.ended.total",
      Kind.COUNTER,
      "{attempt}",
      "Attempts that ended, by how they did",
      "tenant, queue, ending"),
  EXECUTION(
      "waybill.attempts.duration",
      Kind.HISTOGRAM,
      "s",
      "Time from when a worker had a job until the attempt ended",
      Labels.QUEUE),
  QUEUE_JOBS(
      "waybill.queue.jobs",
      Kind.GAUGE,
      "{job}",
      "Jobs in a queue, by state",
      "tenant, queue, state"),
  QUEUE_AGE(
      "waybill.queue.oldest.age",
      Kind.GAUGE,
      "s",
      "How long the oldest job that could start has waited",
      Labels.QUEUE),
  QUEUE_PAUSED(
      "waybill.queue.paused", Kind.GAUGE, "", "Whether a queue is paused, 1 or 0", Labels.QUEUE),
  PUBLISHED(
      "waybill.events.publish.total",
      Kind.COUNTER,
      "{call}",
      "Calls that publish events",
      "success"),
  PUBLISH_ERRORS(
      "waybill.events.publish.errors.total",
      Kind.COUNTER,
      "{call}",
      "Calls that publish events and were refused or failed",
      "error_type"),
  PUBLISH_TIME(
      "waybill.events.publish.duration",
      Kind.HISTOGRAM,
      "s",
      "Time of a call that publishes events",
      Labels.NONE),
  PERSISTED(
      "waybill.events.persisted.total",
      Kind.COUNTER,
      "{event}",
      "Events that were stored",
      Labels.NONE),
  DROPPED(
      "waybill.events.dropped.total",
      Kind.COUNTER,
      "{event}",
      "Events that were sent and not stored",
      "reason"),
  STREAMS(
      "waybill.streams.active",
      Kind.UP_DOWN,
      "{stream}",
      "Event streams that are open",
      "protocol"),
  REPLAY_TIME(
      "waybill.streams.historical_replay.duration",
      Kind.HISTOGRAM,
      "s",
      "Time until a stream had sent what was stored before it began",
      Labels.NONE),
  REPLAYED(
      "waybill.streams.historical_replay.events.total",
      Kind.COUNTER,
      "{event}",
      "Events sent that were stored before their stream began",
      Labels.NONE),
  OVERFLOW(
      "waybill.channels.overflow.total",
      Kind.OBSERVED_COUNTER,
      "{stream}",
      "Streams set back because their reader stood still; they read again from the store",
      Labels.NONE),
  CATALOG_LAG(
      "waybill.catalog.lag",
      Kind.GAUGE,
      "{fact}",
      "Facts of the ledger that are not in the catalog yet",
      Labels.NONE),
  HTTP(
      "http.server.request.duration",
      Kind.HISTOGRAM,
      "s",
      "Time of a request, long polls and streams included",
      "http.request.method, http.route, http.response.status_code"),
  GRPC(
      "rpc.server.call.duration",
      Kind.HISTOGRAM,
      "s",
      "Time of a gRPC call, long polls and streams included",
      "rpc.method, rpc.response.status_code");

  /// How it is counted.
  enum Kind {
    COUNTER,
    OBSERVED_COUNTER,
    UP_DOWN,
    GAUGE,
    HISTOGRAM;

    /// What a reader of the numbers calls it.
    String text() {
      return switch (this) {
        case COUNTER, OBSERVED_COUNTER -> "counter";
        case UP_DOWN -> "up-down counter";
        case GAUGE -> "gauge";
        case HISTOGRAM -> "histogram";
      };
    }
  }

  private static final class Labels {
    static final String NONE = "";
    static final String QUEUE = "tenant, queue";
  }

  final String id;
  final Kind kind;
  final String unit;
  final String meaning;

  /// Their names, with commas between them.
  final String labels;

  Metric(String id, Kind kind, String unit, String meaning, String labels) {
    this.id = id;
    this.kind = kind;
    this.unit = unit;
    this.meaning = meaning;
    this.labels = labels;
  }
}
