package dev.waybill.message;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// All that is known of a message.
public record TopicMessage(String id, Content content, Instant createdAt, Progress progress) {

  /// The part of a message that never changes.
  ///
  /// @param payload JSON as its creator wrote it
  public record Content(
      String type, String stage, String createdBy, String correlationId, String payload) {}

  /// How far a message has come.
  ///
  /// @param attempt counts up when processing begins again after a failure
  /// @param errorMessage why the last attempt that failed did, also where a later one succeeded
  /// @param notificationId set before the notification is sent for the first time
  public record Progress(
      TopicMessageStatus status,
      int attempt,
      Instant updatedAt,
      @Nullable String errorMessage,
      @Nullable String notificationId) {}

  public String type() {
    return content.type();
  }

  public String stage() {
    return content.stage();
  }

  public String createdBy() {
    return content.createdBy();
  }

  public String correlationId() {
    return content.correlationId();
  }

  public String payload() {
    return content.payload();
  }

  public TopicMessageStatus status() {
    return progress.status();
  }

  public int attempt() {
    return progress.attempt();
  }

  public Instant updatedAt() {
    return progress.updatedAt();
  }

  public @Nullable String errorMessage() {
    return progress.errorMessage();
  }

  public @Nullable String notificationId() {
    return progress.notificationId();
  }
}
