package dev.waybill.messages;

import dev.waybill.Payload;
import dev.waybill.message.TopicMessage;
import dev.waybill.message.TopicMessageStatus;
import dev.waybill.spi.Fact;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A message built from its history: the record, and data that only the processor needs.
///
/// @param event the published event, byte for byte
/// @param topic the topic it is published to
/// @param notified true if a provider accepted the notification, in any attempt
/// @param claims the job that claimed the notification, by attempt
record StoredMessage(
    TopicMessage record,
    String event,
    String topic,
    boolean notified,
    Map<Integer, String> claims) {

  static final String TYPE = "message_type";
  static final String STAGE = "stage";
  static final String CREATED_BY = "created_by";
  static final String CORRELATION_ID = "correlation_id";
  static final String PAYLOAD = "payload";
  static final String EVENT = "event";
  static final String TOPIC = "topic";
  static final String ERROR_MESSAGE = "error_message";
  static final String NOTIFICATION_ID = "notification_id";
  static final String JOB = "job";
  static final String REFERENCE = "reference";

  static final JsonMapper JSON = new JsonMapper();

  /// Null if there are no facts.
  static @Nullable StoredMessage of(String id, List<Fact.Recorded> history) {
    Fold fold = new Fold();
    history.forEach(recorded -> fold.add(recorded.fact()));
    return fold.message(id);
  }

  /// The error in a fact; empty if there is none.
  static String errorOf(Fact fact) {
    return JSON.readTree(fact.data().bytesWithoutCopy()).path(ERROR_MESSAGE).asString("");
  }

  static Payload write(ObjectNode data) {
    return Payload.wrap(JSON.writeValueAsBytes(data));
  }

  /// Builds the message. Facts that arrived too late are in the history, but do not change it.
  private static final class Fold {

    private final ObjectNode data = JSON.createObjectNode();
    private final Map<Integer, String> claims = new HashMap<>();
    private boolean notified;
    private @Nullable Instant createdAt;
    private Fact.@Nullable Latest latest;

    void add(Fact fact) {
      ObjectNode said = (ObjectNode) JSON.readTree(fact.data().bytesWithoutCopy());
      if (fact.type().equals(FactType.CREATED.word())) {
        createdAt = fact.at();
      } else if (fact.type().equals(FactType.NOTIFYING.word())) {
        claims.put(fact.attempt(), said.path(JOB).asString(""));
      } else if (fact.type().equals(FactType.NOTIFIED.word())) {
        notified = true;
      }
      if (latest == null || fact.advances(latest)) {
        latest = latest(fact);
        data.setAll(said);
      }
    }

    @Nullable StoredMessage message(String id) {
      if (latest == null || createdAt == null) {
        return null;
      }
      return new StoredMessage(
          record(id, latest, createdAt), text(EVENT), text(TOPIC), notified, Map.copyOf(claims));
    }

    private TopicMessage record(String id, Fact.Latest at, Instant created) {
      TopicMessage.Content content =
          new TopicMessage.Content(
              text(TYPE), text(STAGE), text(CREATED_BY), text(CORRELATION_ID), text(PAYLOAD));
      TopicMessage.Progress progress =
          new TopicMessage.Progress(
              TopicMessageStatus.of(at.state()),
              at.attempt(),
              at.at(),
              data.has(ERROR_MESSAGE) ? text(ERROR_MESSAGE) : null,
              data.has(NOTIFICATION_ID) ? text(NOTIFICATION_ID) : null);
      return new TopicMessage(id, content, created, progress);
    }

    private String text(String name) {
      return data.path(name).asString("");
    }

    private static Fact.Latest latest(Fact fact) {
      return new Fact.Latest(0, 0, fact);
    }
  }
}
