package dev.waybill.messages.send;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Seed;
import dev.waybill.message.Erasure;
import dev.waybill.message.MessageFilter;
import dev.waybill.message.Messages;
import dev.waybill.message.NewMessage;
import dev.waybill.messages.MessagesProvider;
import dev.waybill.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
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
