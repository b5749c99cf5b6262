package dev.waybill.messages.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.Seed;
import dev.waybill.conformance.model.ModelBlobs;
import dev.waybill.conformance.model.ModelLedger;
import dev.waybill.message.Attachment;
import dev.waybill.message.NewMessage;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Blob;
import dev.waybill.spi.BlobStore;
import dev.waybill.spi.LedgerKey;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What calls leave in the blob store.
final class MessageBlobsTest {

  private static final String TENANT = "acme";

  private final ModelLedger ledger = new ModelLedger();
  private final ModelBlobs blobs = new ModelBlobs();
  private final MessageFacts facts = facts(blobs);

  private MessageFacts facts(BlobStore store) {
    return new MessageFacts(
        new MessageFacts.Ports(ledger, store, new ContentKeys(ledger), new ManualClock()), TENANT);
  }

  private static NewMessage message(String text, String... attachments) {
    List<Attachment> all =
        List.of(attachments).stream()
            .map(content -> Attachment.of("a.txt", "text/plain", Payload.of(content)))
            .toList();
    return NewMessage.builder("email", "ada@example.org").text(text).attachments(all).build();
  }

  @Test
  @Seed("S2.27")
  void a_call_that_fails_half_way_leaves_no_content_that_nobody_can_complete() {
    Map<String, NewMessage> messages = new LinkedHashMap<>();
    messages.put("m-1", message("one", "first"));
    NewMessage again = message("two", "second").toBuilder().requestId("r").build();
    messages.put("m-2", again);
    messages.put("m-3", message("three", "third"));
    assertThatThrownBy(() -> facts(new Full(blobs, "messages/m-3")).create(messages))
        .isInstanceOf(WaybillException.class);
    assertThat(blobs.find(TENANT, "messages/m-1")).isEmpty();
    assertThat(keys("m-1")).isZero();
    assertThat(blobs.find(TENANT, "messages/m-2")).isPresent();
    assertThat(facts.find("m-1")).isEmpty();

    assertThat(facts.create(Map.of("m-2", again))).containsExactly("m-2");
    assertThat(contents("m-2")).containsExactly("second");
  }

  @Test
  void what_an_unfinished_call_left_is_replaced_by_the_content_of_the_next_one() {
    NewMessage late = message("x".repeat(100_000), "late").toBuilder().requestId("r").build();
    assertThatThrownBy(
            () ->
                facts(new Full(blobs, "messages/m-2"))
                    .create(ordered("m-1", message("x", "early"), "m-2", message("y", "z"), "r")))
        .isInstanceOf(WaybillException.class);
    assertThat(blobs.find(TENANT, "messages/m-1")).isPresent();
    facts.create(Map.of("m-1", late));
    assertThat(facts.request("m-1")).contains(late);
    assertThat(contents("m-1")).containsExactly("late");
  }

  @Test
  void an_attachment_cannot_take_the_place_of_another() {
    facts.create(Map.of("m-1", message("x", "same length", "other bytes")));
    byte[] stored = blobs.get(TENANT, "messages/m-1").orElseThrow();
    int half = stored.length / 2;
    byte[] swapped = new byte[stored.length];
    System.arraycopy(stored, 0, swapped, half, half);
    System.arraycopy(stored, half, swapped, 0, half);
    blobs.delete(TENANT, "messages/m-1");
    blobs.put(TENANT, "messages/m-1", swapped);
    assertThat(catchThrowableOfType(WaybillException.class, () -> contents("m-1")).code())
        .isEqualTo(Code.CORRUPT);
  }

  private static Map<String, NewMessage> ordered(
      String id, NewMessage first, String other, NewMessage second, String requestId) {
    Map<String, NewMessage> messages = new LinkedHashMap<>();
    messages.put(id, first.toBuilder().requestId(requestId).build());
    messages.put(other, second);
    return messages;
  }

  private List<String> contents(String id) {
    return facts.request(id).orElseThrow().attachments().stream()
        .map(attachment -> attachment.content().text())
        .toList();
  }

  private int keys(String id) {
    return ledger.history(new LedgerKey(TENANT, Retention.MESSAGE_KEYS, id), 0, 10).size();
  }

  /// A store without room for one blob.
  private record Full(BlobStore good, String name) implements BlobStore {

    @Override
    public boolean put(String tenant, String asked, InputStream content) throws IOException {
      if (asked.equals(name)) {
        throw new WaybillException(Code.STORE_FAILED, "the disk is full");
      }
      return good.put(tenant, asked, content);
    }

    @Override
    public Optional<Blob> find(String tenant, String asked) {
      return good.find(tenant, asked);
    }

    @Override
    public boolean delete(String tenant, String asked) {
      return good.delete(tenant, asked);
    }
  }
}
