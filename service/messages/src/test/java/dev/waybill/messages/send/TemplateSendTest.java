package dev.waybill.messages.send;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.JobFilter;
import dev.waybill.Page;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.conformance.Seed;
import dev.waybill.message.Message;
import dev.waybill.message.MessageBody;
import dev.waybill.message.MessageEvent;
import dev.waybill.message.MessageFilter;
import dev.waybill.message.NewMessage;
import dev.waybill.message.TemplateContent;
import dev.waybill.message.TemplateParts;
import dev.waybill.message.TemplateUse;
import dev.waybill.messages.MessagesProvider;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.result.MessageAccepted;
import dev.waybill.result.Refused;
import dev.waybill.settings.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

final class TemplateSendTest {

  private static final String ADA = "{\"name\":\"Ada\"}";

  private @TempDir Path folder;
  private String script = "";
  private Waybill waybill;

  @BeforeEach
  void open(TestInfo info) {
    script = "templates/" + info.getTestMethod().orElseThrow().getName();
    waybill =
        Waybill.open(
            folder,
            Settings.DEFAULT.withServiceSetting(
                MessagesProvider.PROVIDERS, "mail=scripted:" + script));
    put("Hello {{name}}");
  }

  @AfterEach
  void close() {
    waybill.close();
  }

  @Test
  @Seed("S2.18")
  void the_sender_renders_the_template_in_the_language_of_the_message() {
    waybill
        .templates()
        .put(
            "welcome",
            TemplateContent.of(
                new TemplateParts("Hello", "Hello {{name}}", null),
                Map.of("de", new TemplateParts("Hallo {{name}}", "Hallo", "<p>{{name}}</p>"))));
    String id = send(new TemplateUse("welcome", null, "de-AT", "{\"name\":\"<Ada>\"}"));
    ended(id);
    OutgoingMessage sent = ScriptedProvider.script(script).sent.element();
    assertThat(sent.subject()).isEqualTo("Hallo <Ada>");
    assertThat(sent.body()).isEqualTo(new MessageBody("Hallo", "<p>&lt;Ada&gt;</p>"));
  }

  @Test
  void a_message_is_found_by_the_words_of_its_template() {
    String id = send(new TemplateUse("welcome", null, null, ADA));
    ended(id);
    eventually(
        () ->
            assertThat(
                    waybill
                        .messages()
                        .list(MessageFilter.ALL.withWords("hello ada"), Page.Request.FIRST)
                        .items())
                .extracting(Message::id)
                .containsExactly(id));
  }

  @Test
  void a_message_keeps_the_version_that_it_was_accepted_with() {
    Instant later = Instant.now().plus(Duration.ofHours(1));
    NewMessage message =
        message(new TemplateUse("welcome", null, null, ADA)).toBuilder().sendAt(later).build();
    String id = waybill.messages().send(message).messageId();
    put("Dear {{name}}");
    assertThat(waybill.messages().find(id).orElseThrow().content().request())
        .isNotNull()
        .satisfies(
            stored -> {
              assertThat(stored.template()).isEqualTo(new TemplateUse("welcome", 1, null, ADA));
              assertThat(stored.body()).isEqualTo(MessageBody.EMPTY);
            });
    waybill.list(JobFilter.ALL, Page.Request.FIRST).items().forEach(job -> waybill.retry(job.id()));
    ended(id);
    assertThat(ScriptedProvider.script(script).sent.element().body().text()).isEqualTo("Hello Ada");
  }

  @Test
  void the_same_request_ID_is_the_same_message_after_a_new_version() {
    NewMessage message =
        message(new TemplateUse("welcome", null, null, ADA)).toBuilder().requestId("r1").build();
    MessageAccepted first = waybill.messages().send(message);
    put("Dear {{name}}");
    MessageAccepted again = waybill.messages().send(message);
    assertThat(again.duplicate()).isTrue();
    assertThat(again.messageId()).isEqualTo(first.messageId());
  }

  @Test
  void what_cannot_be_rendered_is_refused_before_it_is_accepted() {
    assertThat(refused(new TemplateUse("welcome", null, null, "{}")))
        .startsWith("/template/variables/name");
    assertThat(refused(new TemplateUse("unknown", null, null, ADA))).startsWith("/template/name");
    assertThat(refused(new TemplateUse("welcome", 7, null, ADA))).startsWith("/template/name");
    assertThat(refused(new TemplateUse("welcome", null, "?", ADA))).startsWith("/template/locale");
    assertThat(waybill.list(JobFilter.ALL, Page.Request.FIRST).items()).isEmpty();
  }

  @Test
  void a_value_cannot_add_a_header_by_the_subject() {
    waybill
        .templates()
        .put("head", TemplateContent.of(new TemplateParts("Hi {{name}}", "text", null)));
    assertThat(refused(new TemplateUse("head", null, null, "{\"name\":\"a\\r\\nBcc: b@c.d\"}")))
        .startsWith("/template/subject");
  }

  @Test
  void a_message_whose_template_was_deleted_fails_with_an_event() {
    Instant later = Instant.now().plus(Duration.ofHours(1));
    NewMessage message =
        message(new TemplateUse("welcome", null, null, ADA)).toBuilder().sendAt(later).build();
    String id = waybill.messages().send(message).messageId();
    waybill.templates().delete("welcome");
    put("Another text for {{name}}");
    waybill.list(JobFilter.ALL, Page.Request.FIRST).items().forEach(job -> waybill.retry(job.id()));
    Message failed = ended(id);
    assertThat(failed.handoff().state()).isEqualTo("failed");
    assertThat(failed.events()).extracting(MessageEvent::type).contains("RenderingFailed");
    assertThat(failed.events().getLast().details()).containsEntry("error_code", "rendering_failed");
    assertThat(ScriptedProvider.script(script).sent).isEmpty();
    eventually(
        () ->
            assertThat(
                    waybill.list(JobFilter.ALL.withStates(State.DEAD), Page.Request.FIRST).items())
                .hasSize(1));
  }

  private void put(String text) {
    waybill.templates().put("welcome", TemplateContent.of(new TemplateParts(null, text, null)));
  }

  private static NewMessage message(TemplateUse use) {
    return NewMessage.builder("email", "ada@example.org").template(use).build();
  }

  private String send(TemplateUse use) {
    return waybill.messages().send(message(use)).messageId();
  }

  private String refused(TemplateUse use) {
    Refused refused = (Refused) waybill.messages().sendAll(List.of(message(use))).getFirst();
    assertThat(refused.code()).isEqualTo(Code.INVALID_ARGUMENT);
    return refused.detail();
  }

  private Message ended(String id) {
    eventually(
        () ->
            assertThat(waybill.messages().find(id).orElseThrow().handoff().rank()).isEqualTo(100));
    return waybill.messages().find(id).orElseThrow();
  }
}
