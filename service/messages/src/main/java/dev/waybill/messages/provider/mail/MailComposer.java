package dev.waybill.messages.provider.mail;

import dev.waybill.message.Attachment;
import dev.waybill.message.MessageBody;
import dev.waybill.messages.provider.OutgoingMessage;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Part;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.InternetHeaders;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import jakarta.mail.internet.MimePart;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Date;
import org.jspecify.annotations.Nullable;

/// Composes e-mails (RFC 5322).
final class MailComposer {

  private static final String UTF_8 = StandardCharsets.UTF_8.name();

  private final String from;
  private final InstantSource clock;

  MailComposer(String from, InstantSource clock) {
    this.from = from;
    this.clock = clock;
  }

  /// The same for each try of an attempt, so that receivers recognize duplicates.
  String messageId(OutgoingMessage message) {
    String domain = from.substring(from.lastIndexOf('@') + 1).replaceAll("[^A-Za-z0-9.-]", "");
    return '<' + message.ids().attemptId() + '@' + domain + '>';
  }

  /// @throws MessagingException if an address is invalid
  MimeMessage compose(Session session, OutgoingMessage message) throws MessagingException {
    MimeMessage mail = new WithId(session, messageId(message));
    mail.setFrom(new InternetAddress(from, true));
    mail.setRecipient(Message.RecipientType.TO, new InternetAddress(message.recipient(), true));
    mail.setSubject(oneLine(message.subject()), UTF_8);
    mail.setSentDate(Date.from(clock.instant()));
    write(mail, message);
    mail.saveChanges();
    return mail;
  }

  private static String oneLine(@Nullable String subject) {
    return subject == null ? "" : subject.replaceAll("[\\r\\n]+", " ");
  }

  private static void write(MimePart mail, OutgoingMessage message) throws MessagingException {
    if (message.attachments().isEmpty()) {
      writeBody(mail, message.body());
      return;
    }
    MimeBodyPart body = new MimeBodyPart();
    writeBody(body, message.body());
    MimeMultipart mixed = new MimeMultipart("mixed", body);
    for (Attachment attachment : message.attachments()) {
      mixed.addBodyPart(part(attachment));
    }
    mail.setContent(mixed);
  }

  /// Base64 keeps every byte, also those of texts.
  private static MimeBodyPart part(Attachment attachment) throws MessagingException {
    InternetHeaders headers = new InternetHeaders();
    headers.setHeader("Content-Type", attachment.contentType());
    headers.setHeader("Content-Transfer-Encoding", "base64");
    byte[] encoded = Base64.getMimeEncoder().encode(attachment.content().bytesWithoutCopy());
    MimeBodyPart part = new MimeBodyPart(headers, encoded);
    part.setDisposition(Part.ATTACHMENT);
    part.setFileName(attachment.name());
    return part;
  }

  private static void writeBody(MimePart mail, MessageBody body) throws MessagingException {
    String text = body.text();
    String html = body.html();
    if (html == null) {
      mail.setText(text == null ? "" : text, UTF_8);
    } else if (text == null) {
      mail.setText(html, UTF_8, "html");
    } else {
      mail.setContent(new MimeMultipart("alternative", part(text, "plain"), part(html, "html")));
    }
  }

  private static MimeBodyPart part(String text, String subtype) throws MessagingException {
    MimeBodyPart part = new MimeBodyPart();
    part.setText(text, UTF_8, subtype);
    return part;
  }

  /// Keeps its ID when it is saved.
  private static final class WithId extends MimeMessage {

    private final String id;

    WithId(Session session, String id) {
      super(session);
      this.id = id;
    }

    @Override
    protected void updateMessageID() throws MessagingException {
      setHeader("Message-ID", id);
    }
  }
}
