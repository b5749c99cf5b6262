package dev.waybill.events.envelope;

import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.topic.Attribute;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The event that says a message exists. It carries identifiers only; the message is in the store.
///
/// @param priority a field of version 2.0; null where it is not there
/// @param retryPolicy a field of version 2.0: how its deliveries are retried; null where it is not
///     there
public record MessageCreated(
    String schemaVersion,
    String eventId,
    Instant timestamp,
    String source,
    Message message,
    Metadata metadata,
    @Nullable Priority priority,
    @Nullable RetryPolicy retryPolicy) {

  public static final String EVENT_TYPE = "message_created";
  public static final String VERSION_1 = "1.0";
  public static final String VERSION_2 = "2.0";
  public static final String SCHEDULER = "scheduler";
  public static final String WEB_API = "web-api";
  static final String USER = "user:";

  /// The largest that may be published.
  public static final int MAX_BYTES = 256 * 1024;

  private static final Set<String> VERSIONS = Set.of(VERSION_1, VERSION_2);

  /// The identifiers of the message.
  public record Message(
      String messageId, String messageType, String stage, String createdBy, String correlationId) {}

  public record Metadata(String region, String environment) {}

  /// An event, and whether it came inside an SNS notification.
  public record Received(MessageCreated event, boolean wrapped) {}

  public MessageCreated {
    Invalid.check(
        supports(schemaVersion),
        "/schema_version",
        "is not supported; send \"1.0\" or \"2.0\"",
        schemaVersion);
    Invalid.check(
        source.equals(SCHEDULER) || source.equals(WEB_API),
        "/source",
        "must be \"scheduler\" or \"web-api\"",
        source);
    Invalid.check(
        isCreator(message.createdBy()),
        "/message/created_by",
        "must be \"scheduler\" or \"user:\" and a name",
        message.createdBy());
    Invalid.check(
        !eventId.equals(message.messageId()),
        "/event_id",
        "must differ from /message/message_id; give every event an id of its own");
  }

  public static boolean supports(String schemaVersion) {
    return VERSIONS.contains(schemaVersion);
  }

  /// What the scheduler publishes for a new message.
  public static MessageCreatedBuilder byScheduler(String messageType) {
    return new MessageCreatedBuilder(SCHEDULER, SCHEDULER, messageType);
  }

  /// What the web API publishes for a new message of this principal.
  public static MessageCreatedBuilder byUser(String principal, String messageType) {
    return new MessageCreatedBuilder(WEB_API, USER + principal, messageType);
  }

  /// Reads the bare body, or the body inside an SNS notification. A version that is not supported
  /// is refused.
  public static Received read(Payload payload) {
    byte[] bytes = payload.bytesWithoutCopy();
    StrictJson.size(bytes, Envelopes.MAX_BYTES);
    ObjectNode tree = StrictJson.object(bytes);
    if (Notification.isOne(tree)) {
      Notification notification = Notification.of(tree);
      return new Received(
          notification.inside(notification.bytes(), MessageCreatedJson::read), true);
    }
    return new Received(MessageCreatedJson.read(tree), false);
  }

  /// An event of version 2.0 as it was read for publishing; null where it is anything else.
  public static @Nullable MessageCreated second(Envelope envelope) {
    boolean second =
        envelope.kind() == Envelope.Kind.MESSAGE_CREATED
            && VERSION_2.equals(envelope.schemaVersion());
    return second && envelope.content() instanceof ObjectNode tree
        ? MessageCreatedJson.read(tree)
        : null;
  }

  public Payload write() {
    return Payload.wrap(MessageCreatedJson.write(this));
  }

  /// The four attributes that every such event carries.
  public Map<String, Attribute> attributes() {
    Map<String, Attribute> attributes = new LinkedHashMap<>();
    attributes.put("event_type", Attribute.of(EVENT_TYPE));
    attributes.put("message_type", Attribute.of(message.messageType()));
    attributes.put("stage", Attribute.of(message.stage()));
    attributes.put("source", Attribute.of(source));
    return attributes;
  }

  private static boolean isCreator(String text) {
    return text.equals(SCHEDULER)
        || (text.startsWith(USER) && !text.substring(USER.length()).isBlank());
  }
}
