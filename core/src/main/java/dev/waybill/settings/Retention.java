package dev.waybill.settings;

import dev.waybill.State;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// How long finished jobs and facts are retained. They are deleted in small steps; waiting and
/// running jobs are never deleted.
///
/// @param events how long events are retained after their job has finished; never longer than the
///     job
/// @param requestIds how long a request ID is known after its job was created, even if the job is
///     deleted earlier; as long as the job exists, its request ID is known
/// @param facts how long facts of the ledger are retained, by kind. Facts of other kinds are a
///     current state, such as definitions; a writer that replaces it deletes the old facts
public record Retention(
    Duration completed,
    Duration failed,
    Duration cancelled,
    Duration dead,
    Duration events,
    Duration requestIds,
    Map<String, Duration> facts) {

  /// The kind of audit facts.
  public static final String AUDIT = "audit";

  /// The kind of facts about bulk operations.
  public static final String OPERATIONS = "operations";

  /// What kinds of the message service start with. It indexes its messages itself.
  public static final String OF_MESSAGE_SERVICE = "msg.";

  /// What kinds of the document service start with. Their search is an index of its own.
  public static final String OF_DOCUMENT_SERVICE = "doc.";

  /// The kind of facts about uploads with a request ID.
  public static final String UPLOADS = "doc.upload";

  /// The kind of facts about deleted documents.
  public static final String DELETED_DOCUMENTS = "doc.deleted";

  /// The kind of facts about deleted diagrams.
  public static final String DELETED_DIAGRAMS = "doc.deleted_diagram";

  /// The kinds of facts about messages: commands, events of the handoff, events of the
  /// provider, and the keys of their contents.
  public static final String COMMANDS = "msg.commands";

  public static final String HANDOFF = "msg.handoff";
  public static final String PROVIDER = "msg.provider";
  public static final String MESSAGE_KEYS = "msg.key";

  /// The kind of facts that list the messages of each recipient.
  public static final String RECIPIENTS = "msg.recipient";

  /// The kind of facts about endpoints of webhooks that fail.
  public static final String ENDPOINTS = "msg.endpoint";

  /// The kind of facts about messages by the IDs that providers gave them.
  public static final String PROVIDER_IDS = "msg.provider_id";

  /// The kind of reports of providers about messages that are not known yet.
  public static final String EARLY_REPORTS = "msg.early_report";

  /// The kind of tokens of webhooks, each of which is accepted once.
  public static final String WEBHOOK_TOKENS = "msg.webhook_token";

  /// All of them. Their service indexes them for search.
  public static final List<String> OF_SENT_MESSAGES =
      List.of(COMMANDS, HANDOFF, PROVIDER, MESSAGE_KEYS, RECIPIENTS);

  /// The kind of facts about the tokens that a tenant had embedded on a day.
  public static final String EMBEDDING_USAGE = "documents.embedding_usage";

  /// The kind of facts about the tokens that a tenant used for diagrams on a day.
  public static final String DIAGRAM_USAGE = "documents.diagram_usage";

  private static final Map<String, Duration> FACTS =
      Map.ofEntries(
          Map.entry(AUDIT, Duration.ofDays(90)),
          Map.entry(COMMANDS, Duration.ofDays(90)),
          Map.entry(HANDOFF, Duration.ofDays(90)),
          Map.entry(PROVIDER, Duration.ofDays(90)),
          Map.entry(MESSAGE_KEYS, Duration.ofDays(90)),
          Map.entry(RECIPIENTS, Duration.ofDays(90)),
          Map.entry(PROVIDER_IDS, Duration.ofDays(90)),
          Map.entry(ENDPOINTS, Duration.ofDays(90)),
          Map.entry(EMBEDDING_USAGE, Duration.ofDays(7)),
          Map.entry(DIAGRAM_USAGE, Duration.ofDays(7)),
          Map.entry(EARLY_REPORTS, Duration.ofDays(7)),
          Map.entry(DELETED_DOCUMENTS, Duration.ofDays(90)),
          Map.entry(DELETED_DIAGRAMS, Duration.ofDays(90)),
          Map.entry(UPLOADS, Duration.ofDays(14)),
          Map.entry(OPERATIONS, Duration.ofDays(7)),
          Map.entry(WEBHOOK_TOKENS, Duration.ofDays(1)));

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

  /// Changes how long all facts about messages are retained.
  public Retention withMessages(Duration kept) {
    Retention changed = withFacts(PROVIDER_IDS, kept);
    for (String kind : OF_SENT_MESSAGES) {
      changed = changed.withFacts(kind, kept);
    }
    return changed;
  }

  /// Changes how long facts of one kind are retained.
  public Retention withFacts(String kind, Duration kept) {
    Map<String, Duration> more = new HashMap<>(facts);
    more.put(kind, kept);
    return new Retention(completed, failed, cancelled, dead, events, requestIds, more);
  }

  /// Facts of this kind with this time or an earlier one have expired.
  public Instant factsExpired(String kind, Instant now) {
    Duration kept = facts.get(kind);
    return kept == null ? Instant.MIN : now.minus(kept);
  }

  /// How long a job that finished in this state is retained.
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
