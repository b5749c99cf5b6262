package dev.waybill.messages;

import dev.waybill.Priority;
import dev.waybill.message.MessageRecord;
import dev.waybill.messages.notify.Notification;

/// Turns a message into what people are told.
public interface MessageTemplate {

  /// Part of the id of notifications: under another name a message is notified again.
  String name();

  /// @throws dev.waybill.WaybillException where the message can never be one
  Notification render(String notificationId, MessageRecord message, Priority priority);
}
