package dev.waybill.events.envelope;

import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Makes a [MessageCreated]. What is not said is new (ids) or refused (stage, region, environment).
public final class MessageCreatedBuilder {

  private final String source;
  private final String createdBy;
  private final String messageType;
  private String messageId = UUID.randomUUID().toString();
  private String correlationId = UUID.randomUUID().toString();
  private String stage = "";
  private String region = "";
  private String environment = "";
  private @Nullable Priority priority;
  private @Nullable RetryPolicy retryPolicy;

  MessageCreatedBuilder(String source, String createdBy, String messageType) {
    this.source = source;
    this.createdBy = createdBy;
    this.messageType = messageType;
  }

  public MessageCreatedBuilder messageId(String id) {
    messageId = id;
    return this;
  }

  /// The id of the story that the event belongs to; a new one begins where this is not called.
  public MessageCreatedBuilder correlationId(String id) {
    correlationId = id;
    return this;
  }

  public MessageCreatedBuilder stage(String name) {
    stage = name;
    return this;
  }

  public MessageCreatedBuilder region(String name) {
    region = name;
    return this;
  }

  public MessageCreatedBuilder environment(String name) {
    environment = name;
    return this;
  }

  /// Makes it an event of version 2.0.
  public MessageCreatedBuilder priority(Priority lane) {
    priority = lane;
    return this;
  }

  /// Makes it an event of version 2.0.
  public MessageCreatedBuilder retryPolicy(RetryPolicy policy) {
    retryPolicy = policy;
    return this;
  }

  /// The event, published now, with an id of its own.
  public MessageCreated build(Instant now) {
    boolean first = priority == null && retryPolicy == null;
    return new MessageCreated(
        first ? MessageCreated.VERSION_1 : MessageCreated.VERSION_2,
        UUID.randomUUID().toString(),
        now,
        source,
        new MessageCreated.Message(
            said("/message/message_id", messageId),
            said("/message/message_type", messageType),
            said("/message/stage", stage),
            createdBy,
            said("/message/correlation_id", correlationId)),
        new MessageCreated.Metadata(
            said("/metadata/region", region), said("/metadata/environment", environment)),
        priority,
        retryPolicy);
  }

  private static String said(String pointer, String value) {
    Invalid.check(!value.isBlank(), pointer, "is missing; a message_created event needs it");
    return value;
  }
}
