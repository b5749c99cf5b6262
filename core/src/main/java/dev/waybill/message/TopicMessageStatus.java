package dev.waybill.message;

import java.util.Locale;

/// The status of a message on a topic: another name of the state of its handoff.
public enum TopicMessageStatus {
  CREATED,
  QUEUED,
  PROCESSING,
  COMPLETED,
  FAILED;

  /// The name in lower case, as in JSON.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static TopicMessageStatus of(HandoffState state) {
    return switch (state) {
      case CREATED -> CREATED;
      case QUEUED -> QUEUED;
      case SENDING -> PROCESSING;
      case HANDED_OFF -> COMPLETED;
      case FAILED -> FAILED;
    };
  }
}
