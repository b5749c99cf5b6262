package dev.waybill.messages.provider.mail;

import dev.waybill.base.Text;
import dev.waybill.message.ProviderState;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.HttpHandoff;
import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.ProviderTraits;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.MimeMessage;
import java.util.Set;

/// Sends e-mails by SMTP (RFC 5321), one connection each. A reply 5xx refuses an e-mail, a reply
/// 4xx asks for another try. Without a reply to the end of the e-mail nobody knows.
final class SmtpProvider implements MessageProvider {

  private static final int QUOTED = 200;

  private final String key;
  private final SmtpServer server;
  private final MailComposer composer;

  SmtpProvider(String key, SmtpServer server, MailComposer composer) {
    this.key = key;
    this.server = server;
    this.composer = composer;
  }

  @Override
  public String key() {
    return key;
  }

  @Override
  public ProviderTraits traits() {
    return new ProviderTraits(Set.of("email"), false, false).withAttachments();
  }

  @Override
  public HandoffResult send(OutgoingMessage message) {
    Session session = server.session();
    SmtpDelivery delivery = new SmtpDelivery(session, server);
    try {
      MimeMessage mail = composer.compose(session, message);
      delivery.deliver(mail);
      return new HandoffResult.Accepted(composer.messageId(message), ProviderState.ACCEPTED);
    } catch (AddressException invalid) {
      return new HandoffResult.Refused("invalid_recipient", "the recipient is no e-mail address");
    } catch (MessagingException failed) {
      return failure(failed, delivery, message);
    } finally {
      delivery.close();
    }
  }

  private HandoffResult failure(
      MessagingException failed, SmtpDelivery delivery, OutgoingMessage message) {
    int reply = SmtpReply.of(failed);
    String why = failed.getMessage() == null ? failed.toString() : failed.getMessage();
    String error =
        HttpHandoff.masked(
            Text.storable("SMTP server " + server + ": " + why.strip(), QUOTED), message);
    return switch (reply / 100) {
      case 5 -> new HandoffResult.Refused("smtp_" + reply, error);
      case 4 -> new HandoffResult.Retryable("smtp_" + reply, error, null);
      default ->
          delivery.hasSentAll()
              ? new HandoffResult.Ambiguous("no_answer", error)
              : new HandoffResult.Retryable("unreachable", error, null);
    };
  }
}
