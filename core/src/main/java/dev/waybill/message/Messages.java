package dev.waybill.message;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
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

  /// All events of a message, oldest first; throws [dev.waybill.Code#NOT_FOUND] if there is no such
  /// message.
  Page<MessageEvent> events(String messageId, Page.Request page);

  /// Messages that match, newest first, from the search index; their states are the latest ones.
  /// Attempts and events are left out.
  Page<Message> list(MessageFilter filter, Page.Request page);

  /// Sends a message again, as its next attempt. Refused with [dev.waybill.Code#WRONG_STATE] while
  /// an attempt is under way, and after the message was erased.
  Message resend(String messageId);

  /// Keeps a message from being handed to a provider. Refused with
  /// [dev.waybill.Code#WRONG_STATE] once an attempt has started.
  Message cancel(String messageId);

  /// Destroys the keys of contents, so that nobody can read them any more, and cancels messages
  /// that were not handed to a provider yet. States and events stay. One call erases at most
  /// [dev.waybill.settings.Limits#MESSAGES_PER_CALL] messages. It may be repeated: messages that
  /// were erased before are in the receipt, too.
  ErasureReceipt erase(Erasure which);

  /// Erases one message; throws [dev.waybill.Code#NOT_FOUND] if there is no such message.
  default ErasureReceipt erase(String messageId) {
    ErasureReceipt receipt = erase(new Erasure.OfMessages(List.of(messageId)));
    if (receipt.statement().messages().isEmpty()) {
      throw new WaybillException(Code.NOT_FOUND, "there is no message " + Text.quote(messageId));
    }
    return receipt;
  }

  /// The keys that verify receipts.
  List<ReceiptKey> receiptKeys();

  /// One sentence that says why a message is where it is.
  String explain(String messageId);
}
