package dev.waybill.cli.service;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.Waybill;
import dev.waybill.document.DocumentQuery;
import dev.waybill.document.DocumentState;
import dev.waybill.document.FoundPassage;
import dev.waybill.document.NewFile;
import dev.waybill.document.NewUpload;
import dev.waybill.message.Erasure;
import dev.waybill.message.ErasureReceipt;
import dev.waybill.message.Message;
import dev.waybill.message.MessageFilter;
import dev.waybill.message.NewMessage;
import dev.waybill.settings.Settings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Messages and documents from beginning to end, on one store.
@Timeout(300)
abstract class ServicesOnStore {

  @TempDir protected Path folder;

  /// The address of an empty store.
  protected abstract URI store();

  private Waybill open() {
    Settings settings =
        Settings.DEFAULT
            .withMaintenanceEvery(Duration.ofMillis(100))
            .withServiceSetting("documents.path", folder.resolve("chunks").toString());
    return Waybill.open(store(), settings);
  }

  private static String send(Waybill waybill, String recipient, String text) {
    return waybill
        .messages()
        .send(NewMessage.builder("email", recipient).subject("News").text(text).build())
        .messageId();
  }

  private static void awaitState(Waybill waybill, String id, String state) {
    eventually(
        () ->
            assertThat(waybill.messages().find(id).orElseThrow().provider().state())
                .isEqualTo(state));
  }

  private static List<String> found(Waybill waybill, String words) {
    return waybill
        .messages()
        .list(MessageFilter.ALL.withWords(words), Page.Request.FIRST)
        .items()
        .stream()
        .map(Message::id)
        .toList();
  }

  @Test
  void a_message_is_delivered_found_and_erased() {
    try (Waybill waybill = open()) {
      String id = send(waybill, "ada@example.org", "The harbor is closed");
      String other = send(waybill, "bob@example.org", "The harbor is open");
      awaitState(waybill, id, "delivered");
      awaitState(waybill, other, "delivered");
      assertThat(waybill.messages().find(id).orElseThrow().handoff().state())
          .isEqualTo("handed_off");
      eventually(() -> assertThat(found(waybill, "closed")).containsExactly(id));
      ErasureReceipt receipt =
          waybill.messages().erase(new Erasure.OfRecipient(null, "ada@example.org", null));
      assertThat(receipt.statement().messages())
          .extracting(ErasureReceipt.Erased::messageId)
          .containsExactly(id);
      assertThat(waybill.messages().find(id).orElseThrow().content().request()).isNull();
      eventually(() -> assertThat(found(waybill, "closed")).isEmpty());
      assertThat(found(waybill, "harbor")).containsExactly(other);
    }
  }

  @Test
  void a_bounce_is_reported_and_suppresses_the_recipient() {
    try (Waybill waybill = open()) {
      awaitState(waybill, send(waybill, "bounce+10ms@example.org", "Hello"), "bounced");
      String next = send(waybill, "bounce+10ms@example.org", "Hello again");
      eventually(
          () ->
              assertThat(waybill.messages().find(next).orElseThrow().handoff().state())
                  .isEqualTo("failed"));
      assertThat(waybill.messages().explain(next)).contains("suppress");
    }
  }

  @Test
  void a_document_is_processed_found_and_deleted() {
    try (Waybill waybill = open()) {
      String id =
          waybill
              .documents()
              .upload(
                  NewUpload.to("s1"),
                  List.of(new NewFile("tides.txt", Payload.of("The tide is low at noon."))))
              .documents()
              .getFirst()
              .id();
      eventually(
          () -> assertThat(waybill.documents().get(id).state()).isEqualTo(DocumentState.READY));
      DocumentQuery query = DocumentQuery.of("when is the tide low?").inSession("s1");
      assertThat(waybill.documents().search(query).items())
          .extracting(FoundPassage::text)
          .containsExactly("The tide is low at noon.");
      assertThat(waybill.documents().delete(id)).isTrue();
      assertThat(waybill.documents().search(query).items()).isEmpty();
      assertThat(waybill.documents().find(id)).isEmpty();
      assertThat(waybill.documents().list("s1", Page.Request.FIRST).items()).isEmpty();
    }
  }
}
