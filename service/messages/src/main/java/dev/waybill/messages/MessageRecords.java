package dev.waybill.messages;

import dev.waybill.JobId;
import dev.waybill.Timeline;
import dev.waybill.base.Text;
import dev.waybill.message.TopicMessage;
import dev.waybill.message.TopicMessageStatus;
import dev.waybill.settings.Limits;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The messages of one tenant, as facts of the ledger.
///
/// The status changes by conditional updates: the ledger compares attempt and rank, and reports
/// whether a fact was applied. A record is deleted when the fact of its creation expires.
public final class MessageRecords {

  static final int ID_LENGTH = 128;
  static final int FIRST_ATTEMPT = 1;

  private static final int PAGE = 1_000;

  private final Ledger ledger;
  private final String tenant;
  private final InstantSource clock;

  public MessageRecords(Ledger ledger, String tenant, InstantSource clock) {
    this.ledger = ledger;
    this.tenant = tenant;
    this.clock = clock;
  }

  public Optional<TopicMessage> find(String messageId) {
    return Optional.ofNullable(load(messageId)).map(StoredMessage::record);
  }

  /// The timeline entries of a message.
  public List<Timeline.Entry> timeline(String messageId, JobId job) {
    return isId(messageId)
        ? history(messageId).stream().map(one -> entry(one.fact(), messageId, job)).toList()
        : List.of();
  }

  private static Timeline.Entry entry(Fact fact, String messageId, JobId job) {
    boolean notification = fact.type().startsWith("notif");
    String error = StoredMessage.errorOf(fact);
    String text =
        (notification ? "notification of message " : "message ")
            + messageId
            + (notification
                ? (fact.type().equals("notified") ? " was sent" : " is being sent")
                : " is " + fact.type())
            + (error.isEmpty() ? "" : ": " + error);
    return new Timeline.Entry(
        fact.at(),
        notification ? Timeline.Kind.NOTIFICATION : Timeline.Kind.MESSAGE,
        text,
        fact.type().equals("created") || fact.type().equals("queued") ? null : job);
  }

  String tenant() {
    return tenant;
  }

  /// The ID of the message that a fact belongs to; null if the key is of another kind or tenant.
  @Nullable String messageOf(LedgerKey key) {
    boolean ours = key.tenant().equals(tenant) && key.kind().equals(Retention.MESSAGES);
    return ours ? key.id() : null;
  }

  Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  static boolean isId(String text) {
    return !text.isBlank() && text.length() <= ID_LENGTH && Text.isStorable(text);
  }

  /// Null if there is no record or it has expired.
  @Nullable StoredMessage load(String messageId) {
    return isId(messageId) ? StoredMessage.of(messageId, history(messageId)) : null;
  }

  /// The result of [#begin].
  sealed interface Begun {

    record Absent() implements Begun {}

    record AlreadyCompleted() implements Begun {}

    record Attempt(int number) implements Begun {}
  }

  /// Sets the status to `processing`: in the current attempt, or in the next one after a failure.
  /// An attempt whose worker disappeared is resumed.
  Begun begin(String messageId) {
    while (true) {
      StoredMessage message = load(messageId);
      if (message == null) {
        return new Begun.Absent();
      }
      TopicMessage record = message.record();
      int attempt =
          switch (record.status()) {
            case CREATED, QUEUED, PROCESSING -> record.attempt();
            case FAILED -> record.attempt() + 1;
            case COMPLETED -> 0;
          };
      if (attempt == 0) {
        return new Begun.AlreadyCompleted();
      }
      if (record(messageId, attempt, FactType.PROCESSING, data()) != Ledger.Answer.STALE) {
        return new Begun.Attempt(attempt);
      }
    }
  }

  Ledger.Answer created(String messageId, Instant at, ObjectNode data) {
    Ledger.Answer answer = record(fact(messageId, FIRST_ATTEMPT, FactType.CREATED, at, data));
    if (answer == Ledger.Answer.STALE) {
      deleteBeforeCreation(messageId);
      return Ledger.Answer.APPLIED;
    }
    return answer;
  }

  /// Deletes facts of an expired message with the same ID that have not expired yet.
  private void deleteBeforeCreation(String messageId) {
    history(messageId).stream()
        .filter(one -> one.fact().type().equals(FactType.CREATED.word()))
        .forEach(created -> ledger.delete(key(messageId), created.position() - 1));
  }

  public void queued(String messageId) {
    record(messageId, FIRST_ATTEMPT, FactType.QUEUED, data());
  }

  /// Returns true if this job is the first to claim the notification in this attempt.
  boolean notifying(String messageId, int attempt, String notificationId, String job) {
    ObjectNode data = data();
    data.put(StoredMessage.NOTIFICATION_ID, notificationId);
    data.put(StoredMessage.JOB, job);
    return record(messageId, attempt, FactType.NOTIFYING, data) != Ledger.Answer.DUPLICATE;
  }

  void notified(String messageId, int attempt, String notificationId, String reference) {
    ObjectNode data = data();
    data.put(StoredMessage.NOTIFICATION_ID, notificationId);
    data.put(StoredMessage.REFERENCE, reference);
    record(messageId, attempt, FactType.NOTIFIED, data);
  }

  void completed(String messageId, int attempt) {
    record(messageId, attempt, FactType.COMPLETED, data());
  }

  void failed(String messageId, int attempt, String errorMessage) {
    ObjectNode data = data();
    data.put(StoredMessage.ERROR_MESSAGE, Text.storable(errorMessage, Limits.ERROR_MESSAGE_LENGTH));
    record(messageId, attempt, FactType.FAILED, data);
  }

  static ObjectNode data() {
    return StoredMessage.JSON.createObjectNode();
  }

  private Ledger.Answer record(String messageId, int attempt, FactType type, ObjectNode data) {
    return record(fact(messageId, attempt, type, now(), data));
  }

  private Ledger.Answer record(Fact fact) {
    return ledger.record(List.of(fact)).getFirst();
  }

  private Fact fact(String messageId, int attempt, FactType type, Instant at, ObjectNode data) {
    TopicMessageStatus status = type.status();
    return Fact.of(key(messageId), attempt, type.word(), at, StoredMessage.write(data))
        .withState(status.word())
        .withRank(status.rank(), type.standing());
  }

  private List<Fact.Recorded> history(String messageId) {
    List<Fact.Recorded> all = new ArrayList<>();
    List<Fact.Recorded> some;
    long after = 0;
    do {
      some = ledger.history(key(messageId), after, PAGE);
      all.addAll(some);
      after = some.isEmpty() ? after : some.getLast().position();
    } while (some.size() == PAGE);
    return all;
  }

  private LedgerKey key(String messageId) {
    return new LedgerKey(tenant, Retention.MESSAGES, messageId);
  }
}
