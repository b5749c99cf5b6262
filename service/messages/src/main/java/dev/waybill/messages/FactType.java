package dev.waybill.messages;

import dev.waybill.message.TopicMessageStatus;
import java.util.Locale;

/// The facts of a message. The ledger accepts each type once per attempt.
enum FactType {
  CREATED(TopicMessageStatus.CREATED, 0),
  QUEUED(TopicMessageStatus.QUEUED, 0),
  PROCESSING(TopicMessageStatus.PROCESSING, 0),
  /// A notification is about to be sent.
  NOTIFYING(TopicMessageStatus.PROCESSING, 1),
  /// The provider accepted the notification.
  NOTIFIED(TopicMessageStatus.PROCESSING, 2),
  COMPLETED(TopicMessageStatus.COMPLETED, 0),
  FAILED(TopicMessageStatus.FAILED, 0);

  private final TopicMessageStatus status;
  private final int step;

  FactType(TopicMessageStatus status, int step) {
    this.status = status;
    this.step = step;
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  TopicMessageStatus status() {
    return status;
  }

  /// Orders the steps within a status: later steps have a higher number.
  int standing() {
    return status.standing() + step;
  }
}
