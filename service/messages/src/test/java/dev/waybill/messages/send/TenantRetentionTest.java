package dev.waybill.messages.send;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Seed;
import dev.waybill.conformance.model.ModelBlobs;
import dev.waybill.conformance.model.ModelCatalog;
import dev.waybill.conformance.model.ModelLedger;
import dev.waybill.message.Erasure;
import dev.waybill.message.MessageFilter;
import dev.waybill.message.Messages;
import dev.waybill.message.NewMessage;
import dev.waybill.messages.MessagesProvider;
import dev.waybill.messages.record.ContentKeys;
import dev.waybill.messages.record.MessageFacts;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Catalog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TenantRetentionTest {

  private static final String ADA = "ada@example.org";

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-03-01T12:00:00Z"));
  private @TempDir Path folder;

  @Test
  @Seed("S2.29")
  void a_tenant_keeps_its_messages_for_its_own_time() throws IOException {
    try (Waybill waybill = Waybill.open(folder, settings("acme=7"))) {
      Messages brief = waybill.tenant("acme").messages();
      Messages usual = waybill.tenant("globex").messages();
      String gone = brief.send(message()).messageId();
      String kept = usual.send(message()).messageId();
      now.updateAndGet(time -> time.plus(Duration.ofDays(6)));
      String later = brief.send(message()).messageId();
      assertThat(list(brief)).isEqualTo(2);
      assertThat(blobs()).isEqualTo(3);
      now.updateAndGet(time -> time.plus(Duration.ofDays(2)));
      eventually(() -> assertThat(list(brief)).isEqualTo(1));
      assertThat(brief.find(gone)).isEmpty();
      assertThat(blobs()).isEqualTo(2);
      assertThat(usual.find(kept)).isPresent();
      assertThat(list(usual)).isEqualTo(1);
      assertThat(brief.erase(new Erasure.OfRecipient(null, ADA, null)).statement().messages())
          .singleElement()
          .satisfies(erased -> assertThat(erased.messageId()).isEqualTo(later));
    }
  }

  @Test
  void the_request_id_of_an_expired_message_sends_a_new_one() {
    try (Waybill waybill = Waybill.open(folder, settings("acme=7"))) {
      Messages brief = waybill.tenant("acme").messages();
      NewMessage digest = message().toBuilder().requestId("digest").build();
      String id = brief.send(digest).messageId();
      eventually(() -> assertThat(handoff(brief, id)).isEqualTo("handed_off"));
      now.updateAndGet(time -> time.plus(Duration.ofDays(8)));
      eventually(() -> assertThat(list(brief)).isZero());
      assertThat(brief.send(digest).duplicate()).isFalse();
      eventually(() -> assertThat(handoff(brief, id)).isEqualTo("handed_off"));
    }
  }

  @Test
  void words_of_expired_messages_leave_the_files_within_a_day_also_after_a_restart()
      throws IOException {
    try (Waybill waybill = Waybill.open(folder, settings("acme=7"))) {
      Messages brief = waybill.tenant("acme").messages();
      brief.send(NewMessage.builder("email", ADA).text("quinquireme").build());
      assertThat(list(brief)).isEqualTo(1);
      now.updateAndGet(time -> time.plus(Duration.ofDays(8)));
      eventually(() -> assertThat(list(brief)).isZero());
    }
    assertThat(indexed("quinquireme")).isTrue();
    now.updateAndGet(time -> time.plus(Duration.ofDays(1)));
    try (Waybill _ = Waybill.open(folder, settings("acme=7").withMaintenanceEvery(null))) {
      eventually(() -> assertThat(indexed("quinquireme")).isFalse());
    }
  }

  private boolean indexed(String word) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("catalog.db"))
          .anyMatch(file -> contains(file, word));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static boolean contains(Path file, String word) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1).contains(word);
    } catch (NoSuchFileException gone) {
      return false;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  @Test
  void many_messages_that_expire_at_once_and_damaged_ones_are_all_deleted() {
    Instant start = Objects.requireNonNull(now.get());
    ModelLedger ledger = new ModelLedger(Settings.DEFAULT.withClock(now::get));
    ModelBlobs blobs = new ModelBlobs();
    MessageFacts facts =
        new MessageFacts(
            new MessageFacts.Ports(ledger, blobs, new ContentKeys(ledger), now::get), "acme");
    facts.create(Map.of("damaged", message()));
    blobs.delete("acme", "messages/damaged");
    blobs.put("acme", "messages/damaged", new byte[200_000]);
    ModelCatalog catalog = new ModelCatalog();
    List<Catalog.Entry> entries =
        IntStream.range(0, 2_500)
            .mapToObj(i -> entry(i == 0 ? "damaged" : "m" + i, start.plusSeconds(i)))
            .toList();
    catalog.upsert(entries, 1);

    TenantRetention.of(settings("acme=7"))
        .expire(catalog, _ -> facts, start.plus(Duration.ofDays(8)), () -> {});

    assertThat(catalog.upTo(MessageIndex.FEED, Instant.MAX, 10)).isEmpty();
    assertThat(facts.handoff("damaged")).isEmpty();
  }

  private static Catalog.Entry entry(String id, Instant at) {
    return new Catalog.Entry(new Catalog.EntryKey("acme", MessageIndex.FEED, id), at, Map.of(), "");
  }

  private static String handoff(Messages messages, String id) {
    return messages.find(id).orElseThrow().handoff().state();
  }

  @Test
  void a_message_cannot_be_scheduled_beyond_the_retention_of_its_tenant() {
    try (Waybill waybill = Waybill.open(folder, settings("acme=7"))) {
      Instant later = Objects.requireNonNull(now.get()).plus(Duration.ofDays(8));
      NewMessage late = message().toBuilder().sendAt(later).build();
      assertThat(code(() -> waybill.tenant("acme").messages().send(late)))
          .isEqualTo(Code.INVALID_ARGUMENT);
      waybill.tenant("globex").messages().send(late);
    }
  }

  @Test
  void a_wrong_setting_is_refused() {
    for (String wrong : new String[] {"acme", "acme=0", "acme=91", "=7", "acme=7,globex=8"}) {
      assertThat(code(() -> Waybill.open(folder, settings(wrong)).close()))
          .as(wrong)
          .isEqualTo(Code.INVALID_ARGUMENT);
    }
  }

  private static Code code(Runnable call) {
    return catchThrowableOfType(WaybillException.class, call::run).code();
  }

  private Settings settings(String days) {
    return Settings.DEFAULT
        .withClock(now::get)
        .withServiceSetting(MessagesProvider.TENANT_DAYS, days);
  }

  /// Large enough for the blob store.
  private static NewMessage message() {
    return NewMessage.builder("email", ADA).text("long ".repeat(20_000)).build();
  }

  private static int list(Messages messages) {
    return messages.list(MessageFilter.ALL, Page.Request.FIRST).items().size();
  }

  private long blobs() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("blobs"))) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> file.toFile().length() > 50_000)
          .count();
    }
  }
}
