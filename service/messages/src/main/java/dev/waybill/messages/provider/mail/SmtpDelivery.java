package dev.waybill.messages.provider.mail;

import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.URLName;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import org.eclipse.angus.mail.smtp.SMTPTransport;

/// The delivery of one e-mail, which knows how far it got.
final class SmtpDelivery {

  private final SmtpServer server;
  private final Transport transport;

  SmtpDelivery(Session session, SmtpServer server) {
    this.server = server;
    this.transport =
        new Transport(session, new URLName("smtp", server.host(), server.port(), null, null, null));
  }

  /// True once the end of the e-mail was sent: without a reply the server may have it.
  boolean hasSentAll() {
    return transport.sentAll;
  }

  void deliver(MimeMessage mail) throws MessagingException {
    transport.connect(server.host(), server.port(), server.user(), server.password());
    transport.sendMessage(mail, mail.getAllRecipients());
  }

  /// The e-mail is delivered or not by now, whatever becomes of the connection.
  void close() {
    try {
      transport.close();
    } catch (MessagingException broken) {
      // the connection is gone, which was the purpose
    }
  }

  private static final class Transport extends SMTPTransport {

    private boolean sentAll;

    Transport(Session session, URLName server) {
      super(session, server);
    }

    @Override
    protected void finishData() throws IOException, MessagingException {
      sentAll = true;
      super.finishData();
    }
  }
}
