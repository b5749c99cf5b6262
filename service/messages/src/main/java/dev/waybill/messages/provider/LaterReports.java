package dev.waybill.messages.provider;

import dev.waybill.message.MessageEventType;
import java.time.Duration;
import java.util.List;

/// Lets a provider inside the server report about a message at a later time, as others do by
/// webhooks. Planned reports are durable.
public interface LaterReports {

  /// A report, both times counted from the handoff.
  ///
  /// @param happens when the event happens
  /// @param told when it is reported
  record Later(MessageEventType type, Duration happens, Duration told) {}

  /// Plans the reports about one attempt. Planning them again changes nothing.
  void plan(Message message, List<Later> reports);

  /// The attempt as its provider knows it.
  record Message(OutgoingMessage.Ids ids, String provider, String providerMsgId) {}
}
