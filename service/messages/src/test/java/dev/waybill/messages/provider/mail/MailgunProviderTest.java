package dev.waybill.messages.provider.mail;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.Seed;
import dev.waybill.message.Attachment;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.ProviderState;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.HttpProviderTests;
import dev.waybill.messages.provider.LookupResult;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.ProviderReport;
import dev.waybill.messages.provider.Sent;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class MailgunProviderTest extends HttpProviderTests {

  @Override
  protected String address() {
    return "mailgun:?key=key-1&domain=mg.example.org&from=news@example.org&url="
        + Sent.encoded(endpoint.address());
  }

  @Override
  protected OutgoingMessage message() {
    return Sent.message("email", "ada@example.org");
  }

  @Test
  @Seed("S2.20")
  void events_are_looked_up_as_documented() throws Exception {
    endpoint.answers(
        200,
        """
        {"items":[
          {"event":"failed","severity":"permanent","reason":"bounce","id":"b",
           "timestamp":1521472262.9,"recipient":"ada@example.org",
           "message":{"headers":{"message-id":"1@mg.example.org","to":"ada@example.org"}}},
          {"event":"accepted","id":"a","timestamp":1521472260,
           "message":{"headers":{"message-id":"1@mg.example.org"}}}],
         "paging":{"next":"https://api.mailgun.net/v3/mg.example.org/events/W3"}}\
        """);
    assertThat(lookedUp(provider(), "1@mg.example.org"))
        .containsExactly(
            new ProviderReport(
                "1@mg.example.org",
                MessageEventType.PROVIDER_BOUNCED,
                Instant.ofEpochMilli(1_521_472_262_900L),
                Map.of("reason", "bounce")),
            new ProviderReport(
                "1@mg.example.org",
                MessageEventType.PROVIDER_ACCEPTED,
                Instant.ofEpochSecond(1_521_472_260L),
                Map.of()));
    assertThat(asked().path()).isEqualTo("/v3/mg.example.org/events");
    assertThat(asked().query()).isEqualTo("limit=300&message-id=\"1@mg.example.org\"");
    assertThat(asked().headers()).containsEntry("authorization", "Basic YXBpOmtleS0x");
  }

  @Test
  @Seed("S2.20")
  void many_messages_are_one_request() throws Exception {
    endpoint.answers(
        200,
        """
        {"items":[{"event":"delivered","timestamp":1521472262,
                   "message":{"headers":{"message-id":"2@mg.example.org"}}}]}\
        """);
    assertThat(provider().check(List.of("1@mg.example.org", "2@mg.example.org")))
        .containsEntry("1@mg.example.org", LookupResult.Reported.NOTHING)
        .hasEntrySatisfying(
            "2@mg.example.org",
            result -> assertThat(((LookupResult.Reported) result).reports()).hasSize(1));
    assertThat(endpoint.asked()).hasSize(1);
    assertThat(asked().query())
        .endsWith("&message-id=\"1@mg.example.org\" OR \"2@mg.example.org\"");
  }

  @Test
  @Seed("S2.1")
  void a_message_is_sent_as_documented() throws Exception {
    endpoint.answers(
        200, "{\"id\":\"<20260203.1@mg.example.org>\",\"message\":\"Queued. Thank you.\"}");
    assertThat(send())
        .isEqualTo(new HandoffResult.Accepted("20260203.1@mg.example.org", ProviderState.ACCEPTED));
    assertThat(asked().path()).isEqualTo("/v3/mg.example.org/messages");
    assertThat(asked().headers()).containsEntry("authorization", "Basic YXBpOmtleS0x");
    assertThat(asked().body().text())
        .isEqualTo(
            "from=news%40example.org&to=ada%40example.org&subject=Ol%C3%A1+%E2%98%80"
                + "&text=Bom+dia&html=%3Cb%3EBom+dia%3C%2Fb%3E&o%3Atag=welcome"
                + "&v%3Awaybill_attempt_id=0123456789abcdef0123456789abcdef");
  }

  @Test
  @Seed("S2.27")
  void attachments_are_files_of_a_multipart_form() throws Exception {
    provider().send(Sent.withAttachments());
    String type = String.valueOf(asked().headers().get("content-type"));
    assertThat(type).startsWith("multipart/form-data; boundary=");
    String boundary = "--" + type.split("boundary=", 2)[1];
    List<String> parts =
        List.of(new String(asked().body().bytes(), ISO_8859_1).split(boundary, -1));
    assertThat(parts)
        .containsExactly(
            "",
            field("from", "news@example.org"),
            field("to", "ada@example.org"),
            field("subject", "Olá ☀"),
            field("text", "Bom dia"),
            field("html", "<b>Bom dia</b>"),
            field("o:tag", "welcome"),
            field("v:waybill_attempt_id", Sent.ATTEMPT_ID),
            file("invoice.pdf", Sent.INVOICE),
            file("Olá %221%22.txt", Sent.NOTES),
            "--\r\n");
  }

  /// As bytes, one character each.
  private static String field(String name, String value) {
    return bytes("\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value)
        + "\r\n";
  }

  private static String file(String name, Attachment file) {
    return bytes(
            "\r\nContent-Disposition: form-data; name=\"attachment\"; filename=\""
                + name
                + "\"\r\nContent-Type: "
                + file.contentType()
                + "\r\n\r\n")
        + new String(file.content().bytes(), ISO_8859_1)
        + "\r\n";
  }

  private static String bytes(String text) {
    return new String(text.getBytes(UTF_8), ISO_8859_1);
  }
}
