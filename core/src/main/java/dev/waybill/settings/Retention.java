package dev.waybill.settings;

import dev.waybill.State;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/// How long what has ended is kept. Pruned in small steps; nothing that still waits or runs is
/// touched.
///
/// @param events how long events are kept after their job has ended, if it is kept that long
///     itself
/// @param requestIds how long a request id is known after its job was created, even where the job
///     is not kept that long; while the job is kept, its request id is known in any case
/// @param facts how long facts of the ledger are kept, by kind; those of other kinds are kept until
///     they are deleted
public record Retention(
    Duration completed,
    Duration failed,
    Duration cancelled,
    Duration dead,
    Duration events,
    Duration requestIds,
    Map<String, Duration> facts) {

  /// The kind of facts about what operators did.
  public static final String AUDIT = "audit";

  /// The kind of facts about messages.
  public static final String MESSAGES = "message";

  /// The kind of facts about bulk operations.
  public static final String OPERATIONS = "operations";

  private static final Map<String, Duration> FACTS =
      Map.of(
          AUDIT, Duration.ofDays(90),
          MESSAGES, Duration.ofDays(90),
          OPERATIONS, Duration.ofDays(7));

  private static final Duration REQUEST_IDS = Duration.ofDays(14);

  public static final Retention DEFAULT =
      new Retention(
          Duration.ofDays(7),
          Duration.ofDays(14),
          Duration.ofDays(7),
          Duration.ofDays(14),
          Duration.ofDays(7),
          REQUEST_IDS);

  public Retention {
    facts = Map.copyOf(facts);
  }

  public Retention(
      Duration completed,
      Duration failed,
      Duration cancelled,
      Duration dead,
      Duration events,
      Duration requestIds) {
    this(completed, failed, cancelled, dead, events, requestIds, FACTS);
  }

  public Retention(
      Duration completed, Duration failed, Duration cancelled, Duration dead, Duration events) {
    this(completed, failed, cancelled, dead, events, REQUEST_IDS);
  }

  public Retention withRequestIds(Duration known) {
    return new Retention(completed, failed, cancelled, dead, events, known, facts);
  }

  /// The same, but for how long facts of one kind are kept.
  public Retention withFacts(String kind, Duration kept) {
    Map<String, Duration> more = new HashMap<>(facts);
    more.put(kind, kept);
    return new Retention(completed, failed, cancelled, dead, events, requestIds, more);
  }

  /// Facts of this kind that happened then or earlier have expired.
  public Instant factsExpired(String kind, Instant now) {
    Duration kept = facts.get(kind);
    return kept == null ? Instant.MIN : now.minus(kept);
  }

  /// How long a job that ended in this state is kept.
  public Duration of(State terminal) {
    return switch (terminal) {
      case COMPLETED -> completed;
      case FAILED -> failed;
      case CANCELLED -> cancelled;
      case DEAD -> dead;
      case SCHEDULED, QUEUED, RUNNING -> Limits.MAX_DELAY;
    };
  }
}
