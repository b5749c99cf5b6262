package dev.waybill.message;

import dev.waybill.Page;
import dev.waybill.result.MessageAccepted;
import dev.waybill.result.Refused;
import dev.waybill.result.SendResult;
import java.util.List;
import java.util.Optional;

/// Messages to people and their programs: by e-mail, SMS, push, chat or webhook.
///
/// Waybill hands each message to a provider and records what the provider reports. Both are states
/// of their own: the handoff is Waybill's part, the provider state is what happened afterwards.
public interface Messages {

  /// Accepts messages; one answer per message, in order. An accepted message is durable.
  List<SendResult> sendAll(List<NewMessage> messages);

  /// Accepts a message; throws if it is refused.
  default MessageAccepted send(NewMessage message) {
    return switch (sendAll(List.of(message)).getFirst()) {
      case MessageAccepted accepted -> accepted;
      case Refused refused -> throw refused.asException();
    };
  }

  Optional<Message> find(String messageId);

  /// Messages that match, newest first, from the search index; their states are the latest ones.
  /// Attempts and events are left out.
  Page<Message> list(MessageFilter filter, Page.Request page);

  /// Sends a message again, as its next attempt. Refused with [dev.waybill.Code#WRONG_STATE] while
  /// an attempt is under way, and after the message was erased.
  Message resend(String messageId);

  /// Keeps a message from being handed to a provider. Refused with
  /// [dev.waybill.Code#WRONG_STATE] once an attempt has started.
  Message cancel(String messageId);

  /// Destroys the key of the content, so that nobody can read it any more. States and events stay.
  Message erase(String messageId);

  /// One sentence that says why a message is where it is.
  String explain(String messageId);
}
