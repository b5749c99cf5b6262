package dev.waybill.messages;

import dev.waybill.message.MessageStatus;
import java.util.Locale;

/// The facts of a message. The ledger accepts each type once per attempt.
enum FactType {
  CREATED(MessageStatus.CREATED, 0),
  QUEUED(MessageStatus.QUEUED, 0),
  PROCESSING(MessageStatus.PROCESSING, 0),
  /// A notification is about to be sent.
  NOTIFYING(MessageStatus.PROCESSING, 1),
  /// The provider accepted the notification.
  NOTIFIED(MessageStatus.PROCESSING, 2),
  COMPLETED(MessageStatus.COMPLETED, 0),
  FAILED(MessageStatus.FAILED, 0);

  private final MessageStatus status;
  private final int step;

  FactType(MessageStatus status, int step) {
    this.status = status;
    this.step = step;
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  MessageStatus status() {
    return status;
  }

  /// Orders the steps within a status: later steps have a higher number.
  int standing() {
    return status.standing() + step;
  }
}
