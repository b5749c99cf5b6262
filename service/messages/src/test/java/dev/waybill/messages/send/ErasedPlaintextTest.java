package dev.waybill.messages.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.conformance.Seed;
import dev.waybill.message.Erasure;
import dev.waybill.message.ErasureReceipt.Statement;
import dev.waybill.message.Message;
import dev.waybill.message.MessageFilter;
import dev.waybill.message.Messages;
import dev.waybill.message.NewMessage;
import dev.waybill.result.MessageAccepted;
import dev.waybill.settings.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Half of 20,000 messages are erased, by recipient and by ID. Afterwards no file of the store has
/// their words, and the other half is readable.
@Timeout(300)
final class ErasedPlaintextTest {

  private static final int MESSAGES = 20_000;
  private static final int BATCH = 1_000;

  /// Recipients have this many messages each.
  private static final int PER_RECIPIENT = 1_000;

  /// Every text of a message has one of these words: `goneword` if it will be erased.
  private static final Pattern ERASED = Pattern.compile("goneword[0-9]*");

  private static final String LONG_TEXT = "x ".repeat(40_000);

  private @TempDir Path folder;

  @Test
  @Seed({"S2.27", "S2.28"})
  void no_file_has_a_word_of_10000_erased_messages_and_the_other_10000_are_readable() {
    List<String> kept = new ArrayList<>();
    try (Waybill waybill = Waybill.open(folder, Settings.DEFAULT)) {
      List<String> ids = sendAll(waybill.messages());
      assertThat(found(waybill.messages(), "goneword0")).isTrue();
      erase(waybill.messages(), ids);
      assertThat(found(waybill.messages(), "goneword0")).isFalse();
      for (int i = 0; i < MESSAGES; i++) {
        if (!isErased(i)) {
          kept.add(ids.get(i));
        }
      }
    }
    assertThat(wordsInFiles()).isEmpty();
    try (Waybill waybill = Waybill.open(folder, Settings.DEFAULT)) {
      long readable =
          kept.stream()
              .map(id -> waybill.messages().find(id).orElseThrow())
              .filter(ErasedPlaintextTest::isReadable)
              .count();
      assertThat(readable).isEqualTo(MESSAGES / 2);
    }
  }

  private static boolean isReadable(Message message) {
    NewMessage request = message.content().request();
    return request != null && String.valueOf(request.body().text()).contains("keptword");
  }

  /// Even blocks are erased.
  private static boolean isErased(int i) {
    return i / PER_RECIPIENT % 2 == 0;
  }

  /// Some are large enough for the blob store. Half of them wait, the others are sent.
  private static NewMessage message(int i) {
    String word = (isErased(i) ? "goneword" : "keptword") + i / PER_RECIPIENT * PER_RECIPIENT;
    NewMessage.Builder message =
        NewMessage.builder("email", word + "@example.org")
            .subject(word + i)
            .text("Dear " + word + ", " + (i % 500 == 0 ? LONG_TEXT : ""))
            .html("<b>" + word + "</b>")
            .tags(word)
            .campaign(word)
            .requestId(word + "-" + i);
    return i % 2 == 0 ? message.build() : message.sendAt(Instant.now().plusSeconds(86_400)).build();
  }

  private static List<String> sendAll(Messages messages) {
    List<String> ids = new ArrayList<>();
    for (int from = 0; from < MESSAGES; from += BATCH) {
      List<NewMessage> some =
          IntStream.range(from, from + BATCH).mapToObj(ErasedPlaintextTest::message).toList();
      messages.sendAll(some).forEach(result -> ids.add(((MessageAccepted) result).messageId()));
    }
    return ids;
  }

  /// The first half by recipient, the others by ID.
  private static void erase(Messages messages, List<String> ids) {
    for (int i = 0; i < MESSAGES; i += PER_RECIPIENT) {
      if (isErased(i)) {
        Erasure which =
            i < MESSAGES / 2
                ? new Erasure.OfRecipient(null, message(i).recipient(), null)
                : new Erasure.OfMessages(ids.subList(i, i + PER_RECIPIENT));
        Statement said = messages.erase(which).statement();
        assertThat(said.messages()).hasSize(PER_RECIPIENT);
      }
    }
  }

  private static boolean found(Messages messages, String word) {
    MessageFilter words = MessageFilter.ALL.withWords(word);
    return !messages.list(words, Page.Request.FIRST).items().isEmpty();
  }

  private List<String> wordsInFiles() {
    TreeSet<String> found = new TreeSet<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
        Matcher words = ERASED.matcher(bytes.toLowerCase(Locale.ROOT));
        while (words.find()) {
          found.add(folder.relativize(file) + ": " + words.group());
        }
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    return List.copyOf(found);
  }
}
