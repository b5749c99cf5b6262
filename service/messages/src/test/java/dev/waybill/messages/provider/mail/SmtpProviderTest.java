package dev.waybill.messages.provider.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.waybill.WaybillException;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.Seed;
import dev.waybill.message.Attachment;
import dev.waybill.message.MessageBody;
import dev.waybill.message.ProviderState;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.Sent;
import jakarta.mail.BodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SmtpProviderTest {

  private static final String ID = "<" + Sent.ATTEMPT_ID + "@example.org>";

  private final ManualClock clock = new ManualClock();
  private GreenMail server;

  @BeforeEach
  void open() {
    server = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    server.start();
  }

  @AfterEach
  void close() {
    server.stop();
  }

  @Test
  @Seed("S2.1")
  void an_email_arrives_with_text_and_html_and_a_stable_message_id() throws Exception {
    assertThat(send(address(""))).isEqualTo(new HandoffResult.Accepted(ID, ProviderState.ACCEPTED));
    MimeMessage mail = server.getReceivedMessages()[0];
    assertThat(mail.getMessageID()).isEqualTo(ID);
    assertThat(mail.getSubject()).isEqualTo("Olá ☀");
    assertThat(mail.getFrom()[0]).hasToString("news@example.org");
    assertThat(mail.getAllRecipients()[0]).hasToString("ada@example.org");
    assertThat(mail.getSentDate()).isEqualTo(clock.instant());
    MimeMultipart parts = (MimeMultipart) mail.getContent();
    assertThat(parts.getContentType()).startsWith("multipart/alternative");
    assertThat(parts.getBodyPart(0).getContent()).isEqualTo("Bom dia");
    assertThat(parts.getBodyPart(1).getContentType()).startsWith("text/html");
  }

  @Test
  void a_login_is_used() throws Exception {
    server.setUser("ada", "secret");
    server.getManagers().getUserManager().setAuthRequired(true);
    assertThat(send(address("ada:secret@"))).isInstanceOf(HandoffResult.Accepted.class);
    assertThat(send(address("ada:wrong@")))
        .isInstanceOfSatisfying(
            HandoffResult.Refused.class,
            refused -> assertThat(refused.error()).doesNotContain("wrong"));
  }

  @Test
  void a_subject_adds_no_header() throws Exception {
    OutgoingMessage message =
        Sent.message(
            "email", "ada@example.org", "a\r\nBcc: eve@example.org", MessageBody.ofText("x"));
    Sent.provider(address(""), clock).send(message);
    MimeMessage mail = server.getReceivedMessages()[0];
    assertThat(mail.getHeader("Bcc")).isNull();
    assertThat(mail.getSubject()).isEqualTo("a Bcc: eve@example.org");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ada", "ada@example.org\r\nBcc: eve@example.org", "a@b, c@d", ""})
  void an_invalid_recipient_is_refused(String recipient) throws Exception {
    assertThat(Sent.provider(address(""), clock).send(Sent.message("email", recipient)))
        .isInstanceOfSatisfying(
            HandoffResult.Refused.class,
            refused -> assertThat(refused.code()).isEqualTo("invalid_recipient"));
  }

  @ParameterizedTest
  @CsvSource({
    "MAIL, 550 no, Refused, smtp_550",
    "RCPT, 550 no ada@example.org, Refused, smtp_550",
    "RCPT, 451 later, Retryable, smtp_451",
    "RCPT, 452 full, Retryable, smtp_452",
    "DATA, 554 no, Refused, smtp_554",
    "DATA, 451 later, Retryable, smtp_451",
    "., 554 spam, Refused, smtp_554",
    "., 451 greylisted, Retryable, smtp_451",
    "CONNECT, 421 busy, Retryable, smtp_421",
    "CONNECT, 554 go away, Refused, smtp_554",
    "CONNECT, '', Retryable, unreachable",
    "EHLO, '', Retryable, unreachable",
    "MAIL, '', Retryable, unreachable",
    "RCPT, '', Retryable, unreachable",
    "DATA, '', Retryable, unreachable",
    "., '', Ambiguous, no_answer"
  })
  void replies_are_classified(String command, String reply, String result, String code)
      throws Exception {
    try (ScriptedSmtp smtp = new ScriptedSmtp(Map.of(command, reply))) {
      HandoffResult answer = send(smtp.address());
      assertThat(answer.getClass().getSimpleName()).isEqualTo(result);
      assertThat(((HandoffResult.NotAccepted) answer).code()).isEqualTo(code);
      assertThat(((HandoffResult.NotAccepted) answer).error()).doesNotContain("ada@example.org");
    }
  }

  @Test
  void a_server_that_goes_away_after_it_accepted_has_accepted() throws Exception {
    try (ScriptedSmtp smtp = new ScriptedSmtp(Map.of("QUIT", ""))) {
      assertThat(send(smtp.address())).isInstanceOf(HandoffResult.Accepted.class);
    }
  }

  @Test
  void a_server_without_tls_is_not_used_if_tls_is_required() throws Exception {
    try (ScriptedSmtp smtp = new ScriptedSmtp(Map.of())) {
      assertThat(send(smtp.address() + "&tls=required"))
          .isInstanceOf(HandoffResult.Retryable.class);
    }
  }

  @Test
  void a_server_that_does_not_listen_is_tried_again() throws Exception {
    String address = address("");
    server.stop();
    assertThat(send(address)).isInstanceOf(HandoffResult.Retryable.class);
  }

  @Test
  void a_sender_is_required() {
    assertThatThrownBy(() -> Sent.provider("smtp://localhost", clock))
        .isInstanceOf(WaybillException.class)
        .hasMessageContaining("from");
    assertThatThrownBy(() -> Sent.provider("smtp:?from=a@b", clock))
        .isInstanceOf(WaybillException.class)
        .hasMessageContaining("host");
  }

  private HandoffResult send(String address) throws InterruptedException {
    return Sent.provider(address, clock).send(Sent.message("email", "ada@example.org"));
  }

  private String address(String login) {
    return "smtp://" + login + "127.0.0.1:" + server.getSmtp().getPort() + "?from=news@example.org";
  }

  @Test
  @Seed("S2.27")
  void attachments_arrive_byte_for_byte_after_text_and_html() throws Exception {
    assertThat(Sent.provider(address(""), clock).send(Sent.withAttachments()))
        .isEqualTo(new HandoffResult.Accepted(ID, ProviderState.ACCEPTED));
    MimeMultipart parts = (MimeMultipart) server.getReceivedMessages()[0].getContent();
    assertThat(parts.getContentType()).startsWith("multipart/mixed");
    MimeMultipart body = (MimeMultipart) parts.getBodyPart(0).getContent();
    assertThat(body.getContentType()).startsWith("multipart/alternative");
    assertThat(body.getBodyPart(0).getContent()).isEqualTo("Bom dia");
    assertThat(parts.getCount()).isEqualTo(3);
    assertSame(parts.getBodyPart(1), Sent.INVOICE);
    assertSame(parts.getBodyPart(2), Sent.NOTES);
  }

  private static void assertSame(BodyPart part, Attachment attachment) throws Exception {
    assertThat(part.getFileName()).isEqualTo(attachment.name());
    assertThat(part.getContentType()).startsWith(attachment.contentType());
    assertThat(part.getDisposition()).isEqualTo("attachment");
    assertThat(part.getInputStream().readAllBytes()).isEqualTo(attachment.content().bytes());
  }
}
