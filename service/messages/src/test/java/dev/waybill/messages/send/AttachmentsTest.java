package dev.waybill.messages.send;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.Code;
import dev.waybill.JobFilter;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Seed;
import dev.waybill.engine.EngineOpener;
import dev.waybill.message.Attachment;
import dev.waybill.message.Message;
import dev.waybill.message.MessageAttempt;
import dev.waybill.message.MessageFilter;
import dev.waybill.message.NewMessage;
import dev.waybill.messages.MessagesProvider;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.record.ContentKeys;
import dev.waybill.messages.record.MessageFacts;
import dev.waybill.result.FieldError;
import dev.waybill.result.MessageAccepted;
import dev.waybill.result.Refused;
import dev.waybill.result.SendResult;
import dev.waybill.settings.Limits;
import dev.waybill.settings.Quotas;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Attachments from the call to the provider.
@Timeout(180)
final class AttachmentsTest {

  private static final Attachment INVOICE = file("invoice.pdf", 300_000);
  private static final Attachment NOTES =
      Attachment.of("notes.txt", "text/plain", Payload.of("Bring bread"));
  private static final NewMessage HELLO =
      NewMessage.builder("email", "ada@example.org")
          .text("Hello")
          .attachments(List.of(INVOICE, NOTES))
          .build();

  private @TempDir Path folder;
  private String test = "";
  private Backend backend;
  private Waybill waybill;

  @BeforeEach
  void open(TestInfo info) {
    test = info.getTestMethod().orElseThrow().getName();
    open(Settings.DEFAULT, "plain=scripted:%s/plain mail=scripted:%s/mail".formatted(test, test));
  }

  private void open(Settings settings, String providers) {
    Settings all = settings.withServiceSetting(MessagesProvider.PROVIDERS, providers);
    backend = EngineOpener.backend(folder.toUri(), all);
    waybill = EngineOpener.over(backend, all);
  }

  @AfterEach
  void close() {
    waybill.close();
  }

  private static Attachment file(String name, int bytes) {
    byte[] random = new byte[bytes];
    new Random(bytes).nextBytes(random);
    return Attachment.of(name, "application/pdf", Payload.wrap(random));
  }

  @Test
  @Seed("S2.27")
  void a_provider_that_takes_attachments_gets_them_and_one_that_does_not_is_never_asked() {
    String id = handedOff(send(HELLO));
    assertThat(script("mail").sent).singleElement().satisfies(AttachmentsTest::hasAll);
    assertThat(script("plain").sent).isEmpty();
    send(HELLO.toBuilder().attachments(List.of()).build());
    eventually(() -> assertThat(script("plain").sent).hasSize(1));
    assertThat(stored(id).attachments()).isEqualTo(HELLO.attachments());
  }

  @Test
  void a_fallback_after_a_refusal_skips_providers_without_attachments() {
    script("mail").answers.add(new HandoffResult.Refused("no", "no"));
    String id = send(HELLO);
    eventually(() -> assertThat(find(id).handoff().state()).isEqualTo("failed"));
    assertThat(find(id).attempts()).extracting(MessageAttempt::number).containsExactly(1);
    assertThat(script("plain").sent).isEmpty();
  }

  @Test
  @Seed("S2.27")
  void attachments_are_in_no_job_and_no_event_and_are_read_from_the_store_after_a_restart() {
    String longText = "x".repeat(100_000);
    String id = handedOff(send(HELLO.toBuilder().text(longText).build()));
    assertThat(find(id).events().toString()).doesNotContain("notes.txt", "Bring bread");
    assertThat(waybill.list(JobFilter.ALL, Page.Request.FIRST).items())
        .allSatisfy(job -> assertThat(job.payload().text()).doesNotContain("notes", "Bring"));
    waybill.close();
    open(Settings.DEFAULT, "mail=scripted:" + test);
    assertThat(stored(id).body().text()).isEqualTo(longText);
    assertThat(bytes(stored(id))).isEqualTo(bytes(HELLO));
    Payload notes = find(id).attachment("2").content();
    assertThat(notes.size()).isEqualTo(11);
    assertThat(notes.open(6, 5)).hasContent("bread");
  }

  @Test
  void a_message_that_is_sent_again_has_the_same_attachments() {
    String id = handedOff(send(HELLO));
    waybill.messages().resend(id);
    eventually(() -> assertThat(script("mail").sent).hasSize(2));
    assertThat(script("mail").sent).allSatisfy(AttachmentsTest::hasAll);
  }

  @Test
  void a_request_id_belongs_to_a_message_with_its_attachments() {
    NewMessage first = HELLO.toBuilder().requestId("r").build();
    MessageAccepted accepted = waybill.messages().send(first);
    assertThat(waybill.messages().send(first))
        .isEqualTo(new MessageAccepted(accepted.messageId(), accepted.correlationId(), true));
    Attachment other = Attachment.of("notes.txt", "text/plain", Payload.of("Bring cheese"));
    assertThat(refusal(first.toBuilder().attachments(List.of(INVOICE, other)).build()).code())
        .isEqualTo(Code.REQUEST_ID_CONFLICT);
    assertThat(refusal(first.toBuilder().attachments(List.of()).build()).code())
        .isEqualTo(Code.REQUEST_ID_CONFLICT);
  }

  @Test
  @Seed("S2.28")
  void erasing_and_deleting_a_message_deletes_its_attachments() {
    String erased = handedOff(send(HELLO));
    String deleted = handedOff(send(HELLO));
    Payload content = find(erased).attachment("1").content();
    waybill.messages().erase(erased);
    assertThat(find(erased).content().request()).isNull();
    assertThat(blob(erased)).isFalse();
    assertThat(catchThrowableOfType(WaybillException.class, content::bytes).code())
        .isEqualTo(Code.NOT_FOUND);
    assertThat(blob(deleted)).isTrue();
    facts().delete(deleted);
    assertThat(blob(deleted)).isFalse();
  }

  @Test
  void a_message_without_a_request_id_that_exceeds_the_quota_leaves_no_content() {
    waybill.close();
    open(Settings.DEFAULT.withQuotas(new Quotas(1, 0)), "mail=scripted:" + test);
    NewMessage later =
        HELLO.toBuilder().sendAt(InstantSource.system().instant().plusSeconds(86_400)).build();
    List<SendResult> results = waybill.messages().sendAll(List.of(later, later));
    assertThat(results.getLast()).isInstanceOf(Refused.class);
    String kept = ((MessageAccepted) results.getFirst()).messageId();
    List<Message> listed = waybill.messages().list(MessageFilter.ALL, Page.Request.FIRST).items();
    assertThat(listed)
        .filteredOn(message -> message.content().request() != null)
        .extracting(Message::id)
        .containsExactly(kept);
    assertThat(listed)
        .extracting(Message::id)
        .allSatisfy(id -> assertThat(blob(id)).isEqualTo(id.equals(kept)));
  }

  @ParameterizedTest
  @CsvSource({
    "'', text/plain, /attachments/1/name",
    "' ', text/plain, /attachments/1/name",
    "., text/plain, /attachments/1/name",
    ".., text/plain, /attachments/1/name",
    "a/b.txt, text/plain, /attachments/1/name",
    "a\\b.txt, text/plain, /attachments/1/name",
    "'a\nb.txt', text/plain, /attachments/1/name",
    "'a\u0000', text/plain, /attachments/1/name",
    "a.txt, '', /attachments/1/content_type",
    "a.txt, text, /attachments/1/content_type",
    "a.txt, text/plain; charset=utf-8, /attachments/1/content_type",
    "a.txt, 'text/plain\r\nX: y', /attachments/1/content_type",
    "a.txt, multipart/mixed, /attachments/1/content_type",
    "a.eml, Message/RFC822, /attachments/1/content_type"
  })
  void a_bad_name_or_type_is_refused_with_its_pointer(String name, String type, String pointer) {
    Attachment bad = Attachment.of(unescaped(name), unescaped(type), Payload.of("x"));
    assertRefused(List.of(NOTES, bad), pointer, Code.INVALID_ARGUMENT);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, Limits.ATTACHMENT_BYTES + 1})
  void an_attachment_is_neither_empty_nor_too_large(int bytes) {
    assertRefused(
        List.of(file("a.pdf", bytes)),
        "/attachments/0/content_base64",
        bytes == 0 ? Code.INVALID_ARGUMENT : Code.PAYLOAD_TOO_LARGE);
  }

  @Test
  void names_and_types_have_a_length_and_messages_a_number_and_a_size_of_attachments() {
    int half = Limits.ATTACHMENTS_BYTES / 2;
    String longest = "n".repeat(Limits.FILE_NAME_LENGTH);
    List<Attachment> most = Collections.nCopies(Limits.ATTACHMENTS, file(longest, 1));
    send(HELLO.toBuilder().attachments(most).build());
    send(HELLO.toBuilder().attachments(List.of(file("a", half), file("b", half))).build());
    assertRefused(
        List.of(file("a", half), file("b", half), NOTES), "/attachments", Code.PAYLOAD_TOO_LARGE);
    assertRefused(
        Collections.nCopies(Limits.ATTACHMENTS + 1, NOTES), "/attachments", Code.INVALID_ARGUMENT);
    assertRefused(List.of(file(longest + "n", 1)), "/attachments/0/name", Code.INVALID_ARGUMENT);
    Attachment type = Attachment.of("a", "a/" + "b".repeat(77), Payload.of("x"));
    assertRefused(List.of(type), "/attachments/0/content_type", Code.INVALID_ARGUMENT);
  }

  @Test
  void a_message_is_refused_if_no_provider_takes_its_attachments() {
    NewMessage plain = HELLO.toBuilder().provider("plain").build();
    assertThat(refusal(plain).errors())
        .extracting(FieldError::pointer)
        .containsExactly("/attachments");
    NewMessage bodyOnly = plain.toBuilder().attachments(List.of()).build();
    List<SendResult> results = waybill.messages().sendAll(List.of(HELLO, plain, bodyOnly));
    assertThat(results.get(0)).isInstanceOf(MessageAccepted.class);
    assertThat(results.get(1)).isInstanceOf(Refused.class);
    assertThat(results.get(2)).isInstanceOf(MessageAccepted.class);
  }

  private void assertRefused(List<Attachment> attachments, String pointer, Code code) {
    Refused refused = refusal(HELLO.toBuilder().attachments(attachments).build());
    assertThat(refused.code()).isEqualTo(code);
    assertThat(refused.errors()).extracting(FieldError::pointer).containsExactly(pointer);
  }

  private Refused refusal(NewMessage message) {
    return (Refused) waybill.messages().sendAll(List.of(message)).getFirst();
  }

  private static String unescaped(String text) {
    return text.translateEscapes().replace("\\u0000", "\u0000");
  }

  private static void hasAll(OutgoingMessage sent) {
    assertThat(bytes(sent.message())).isEqualTo(bytes(HELLO));
    assertThat(sent.attachments()).isEqualTo(HELLO.attachments());
  }

  private static List<String> bytes(NewMessage message) {
    return message.attachments().stream()
        .map(one -> Arrays.toString(one.content().bytes()))
        .toList();
  }

  private ScriptedProvider.Script script(String name) {
    return ScriptedProvider.script(test + "/" + name);
  }

  private String send(NewMessage message) {
    return waybill.messages().send(message).messageId();
  }

  private String handedOff(String id) {
    eventually(() -> assertThat(find(id).handoff().state()).isEqualTo("handed_off"));
    return id;
  }

  private Message find(String id) {
    return waybill.messages().find(id).orElseThrow();
  }

  private NewMessage stored(String id) {
    return Objects.requireNonNull(find(id).content().request());
  }

  private boolean blob(String id) {
    return backend.blobs().find(Waybill.DEFAULT_TENANT, "messages/" + id).isPresent();
  }

  private MessageFacts facts() {
    return new MessageFacts(
        new MessageFacts.Ports(
            backend.ledger(),
            backend.blobs(),
            new ContentKeys(backend.ledger()),
            InstantSource.system()),
        Waybill.DEFAULT_TENANT);
  }
}
