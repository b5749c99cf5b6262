package dev.waybill.server.telemetry;

/// The metrics of a server. A test compares the reference page with [#values()].
enum Metric {
  ENQUEUED("waybill.jobs.enqueued.total", Kind.COUNTER, "{job}", "Enqueued jobs", Labels.QUEUE),
  DEDUPLICATED(
      "waybill.jobs.deduplicated.total",
      Kind.COUNTER,
      "{job}",
      "Repeated enqueue calls with a known request ID",
      Labels.QUEUE),
  DEQUEUED(
      "waybill.jobs.dequeued.total", Kind.COUNTER, "{job}", "Jobs leased to workers", Labels.QUEUE),
  COMPLETED(
      "waybill.jobs.completed.total",
      Kind.COUNTER,
      "{job}",
      "Finished jobs, by final state",
      "tenant, queue, state"),
  RETRIED(
      "waybill.jobs.retried.total",
      Kind.COUNTER,
      "{job}",
      "Jobs that wait for another attempt after an error or a crash",
      Labels.QUEUE),
  EXTENDED(
      "waybill.jobs.visibility_updates.total",
      Kind.COUNTER,
      "{lease}",
      "Extended leases",
      Labels.NONE),
  WAIT(
      "waybill.jobs.wait.duration",
      Kind.HISTOGRAM,
      "s",
      "Time from when a job was due until a worker leased it",
      Labels.QUEUE),
  ATTEMPTS(
      "waybill.attempts.ended.total",
      Kind.COUNTER,
      "{attempt}",
      "Ended attempts, by ending",
      "tenant, queue, ending"),
  EXECUTION(
      "waybill.attempts.duration",
      Kind.HISTOGRAM,
      "s",
      "Duration of an attempt, from lease to end",
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
      "Age of the oldest job that is due and waits",
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
      "Calls that publish events and were rejected or failed",
      "error_type"),
  PUBLISH_TIME(
      "waybill.events.publish.duration",
      Kind.HISTOGRAM,
      "s",
      "Duration of a call that publishes events",
      Labels.NONE),
  PERSISTED(
      "waybill.events.persisted.total", Kind.COUNTER, "{event}", "Stored events", Labels.NONE),
  DROPPED(
      "waybill.events.dropped.total",
      Kind.COUNTER,
      "{event}",
      "Events that were rejected or could not be stored",
      "reason"),
  STREAMS("waybill.streams.active", Kind.UP_DOWN, "{stream}", "Open event streams", "protocol"),
  REPLAY_TIME(
      "waybill.streams.historical_replay.duration",
      Kind.HISTOGRAM,
      "s",
      "Time until a stream had sent the events stored before it opened",
      Labels.NONE),
  REPLAYED(
      "waybill.streams.historical_replay.events.total",
      Kind.COUNTER,
      "{event}",
      "Events sent that were stored before their stream opened",
      Labels.NONE),
  OVERFLOW(
      "waybill.channels.overflow.total",
      Kind.OBSERVED_COUNTER,
      "{stream}",
      "Streams set back because their reader stalled; they continue from the store",
      Labels.NONE),
  CATALOG_LAG(
      "waybill.catalog.lag",
      Kind.GAUGE,
      "s",
      "Age of the oldest fact or change of a job that the search index does not contain yet;"
          + " 0 if it is up to date",
      Labels.NONE),
  STORE_JOBS(
      "waybill.store.memory.jobs",
      Kind.GAUGE,
      "{job}",
      "Jobs that the store holds in the memory of this server; 0 for a store that does not tell",
      Labels.NONE),
  STORE_BYTES(
      "waybill.store.memory.size", Kind.GAUGE, "By", "Estimated memory of these jobs", Labels.NONE),
  STORE_MOST(
      "waybill.store.memory.limit",
      Kind.GAUGE,
      "{job}",
      "Number of jobs in memory from which new ones are refused",
      Labels.NONE),
  HISTORY_LAG(
      "waybill.store.history.lag",
      Kind.GAUGE,
      "{job}",
      "Finished jobs that the index of this server does not contain yet",
      Labels.NONE),
  DYNAMODB_CALLS(
      "waybill.dynamodb.operations.total",
      Kind.OBSERVED_COUNTER,
      "{call}",
      "Requests to DynamoDB, retries included",
      Labels.OPERATION),
  DYNAMODB_THROTTLES(
      "waybill.dynamodb.throttles.total",
      Kind.OBSERVED_COUNTER,
      "{call}",
      "Requests that DynamoDB throttled",
      Labels.OPERATION),
  DYNAMODB_BATCH_RETRIES(
      "waybill.dynamodb.batch_retries.total",
      Kind.OBSERVED_COUNTER,
      "{call}",
      "Batches of which DynamoDB left a part, which was sent again",
      Labels.OPERATION),
  STORE_CONNECTIONS(
      "waybill.store.connections",
      Kind.GAUGE,
      "{connection}",
      "Connections of this server to the database of its store: `busy`, `idle`, and `awaited` by"
          + " calls",
      "state"),
  STORE_SLOW(
      "waybill.store.slow.total",
      Kind.OBSERVED_COUNTER,
      "{call}",
      "Transactions and reads of this server in the database of its store that took longer than a"
          + " second",
      Labels.NONE),
  STORE_DEAD_ROWS(
      "waybill.store.dead_rows",
      Kind.GAUGE,
      "{row}",
      "Rows of the store that are deleted and that the database has not removed yet",
      Labels.NONE),
  STORE_OLDEST_TRANSACTION(
      "waybill.store.oldest_transaction.age",
      Kind.GAUGE,
      "s",
      "Age of the oldest open transaction in the database of the store",
      Labels.NONE),
  STORE_SERVER_MEMORY(
      "waybill.store.server.memory",
      Kind.GAUGE,
      "By",
      "Memory that the servers of a store in memory use; 0 for a store that does not tell",
      Labels.NONE),
  STORE_SERVER_LIMIT(
      "waybill.store.server.memory_limit",
      Kind.GAUGE,
      "By",
      "Memory of these servers from which new jobs are refused; 0 if there is no limit",
      Labels.NONE),
  STORE_SERVER_REPLICAS(
      "waybill.store.server.replicas",
      Kind.GAUGE,
      "{replica}",
      "Connected replicas of these servers",
      Labels.NONE),
  STORE_FINISHED(
      "waybill.store.server.finished_jobs",
      Kind.GAUGE,
      "{job}",
      "Jobs in this memory that have ended and are kept until their retention ends",
      Labels.NONE),
  STORE_FINISHED_SIZE(
      "waybill.store.server.finished_job_size",
      Kind.GAUGE,
      "By",
      "Memory of such a job with its events, the average of a sample",
      Labels.NONE),
  MESSAGE_TRANSITIONS(
      "waybill.messages.transitions.total",
      Kind.COUNTER,
      "{message}",
      "Changes of the state of messages",
      "machine, from, to, channel, provider"),
  MESSAGE_ERRORS(
      "waybill.messages.errors.total",
      Kind.COUNTER,
      "{message}",
      "Events of messages with an error code",
      "channel, provider, error_code"),
  MESSAGES_SUPPRESSED(
      "waybill.messages.suppressed.total",
      Kind.COUNTER,
      "{message}",
      "Messages that were not sent because of the suppression list",
      "channel, reason"),
  HANDOFF_TIME(
      "waybill.messages.handoff.duration",
      Kind.HISTOGRAM,
      "s",
      "Time from the creation of a message until a provider accepted it",
      Labels.PROVIDER),
  DELIVERY_TIME(
      "waybill.messages.delivery.duration",
      Kind.HISTOGRAM,
      "s",
      "Time from the handoff of a message until its delivery",
      Labels.PROVIDER),
  PROVIDER_TIME(
      "waybill.messages.provider.duration",
      Kind.HISTOGRAM,
      "s",
      "Duration of a call that hands a message to a provider",
      "provider, outcome"),
  MESSAGE_INDEX_LAG(
      "waybill.messages.index.lag",
      Kind.GAUGE,
      "s",
      "Age of the oldest fact that the search index of messages does not contain yet;"
          + " 0 if it is up to date",
      Labels.NONE),
  HTTP(
      "http.server.request.duration",
      Kind.HISTOGRAM,
      "s",
      "Duration of a request, including long polls and streams",
      "http.request.method, http.route, http.response.status_code"),
  GRPC(
      "rpc.server.call.duration",
      Kind.HISTOGRAM,
      "s",
      "Duration of a gRPC call, including long polls and streams",
      "rpc.method, rpc.response.status_code");

  /// The kind of instrument.
  enum Kind {
    COUNTER,
    OBSERVED_COUNTER,
    UP_DOWN,
    GAUGE,
    HISTOGRAM;

    /// The name in the documentation.
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
    static final String OPERATION = "operation";
    static final String NONE = "";
    static final String QUEUE = "tenant, queue";
    static final String PROVIDER = "channel, provider";
  }

  final String id;
  final Kind kind;
  final String unit;
  final String meaning;

  /// The label names, separated by commas.
  final String labels;

  Metric(String id, Kind kind, String unit, String meaning, String labels) {
    this.id = id;
    this.kind = kind;
    this.unit = unit;
    this.meaning = meaning;
    this.labels = labels;
  }
}
