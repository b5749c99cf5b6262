package dev.waybill.messages.notify;

/// Sends notifications to people or programs.
///
/// It does not retry and does not store what it sent: the caller does, by ID.
@FunctionalInterface
public interface Notifier {

  /// Sends a notification. Sending the same ID again is the same notification, as far as the
  /// receiver supports this.
  ///
  /// @throws NotSent with the information whether to retry
  Sent send(Notification notification) throws InterruptedException;

  /// @param reference the provider's ID of the notification; empty if unknown
  record Sent(String reference) {}
}
