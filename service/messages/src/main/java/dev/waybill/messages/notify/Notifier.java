package dev.waybill.messages.notify;

/// Sends notifications to people or programs.
///
/// It does not retry, and it does not remember what it has sent: who calls does, by the id.
@FunctionalInterface
public interface Notifier {

  /// Sends it, or says why not. The same id sent again is the same notification, as far as the
  /// receiving side can tell.
  ///
  /// @throws NotSent with the answer to whether it is worth another try
  Sent send(Notification notification) throws InterruptedException;

  /// @param reference what the provider calls it; empty where it does not say
  record Sent(String reference) {}
}
