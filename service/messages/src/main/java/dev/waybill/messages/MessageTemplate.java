package dev.waybill.messages;

import dev.waybill.Priority;
import dev.waybill.message.TopicMessage;
import dev.waybill.messages.notify.Notification;

/// Renders a message as a notification.
public interface MessageTemplate {

  /// Part of the notification ID: with another name, a message is notified again.
  String name();

  /// @throws dev.waybill.WaybillException if the message cannot be rendered
  Notification render(String notificationId, TopicMessage message, Priority priority);
}
