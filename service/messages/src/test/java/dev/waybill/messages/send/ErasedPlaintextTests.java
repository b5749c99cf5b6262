package dev.waybill.messages.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.Waybill;
import dev.waybill.conformance.Seed;
import dev.waybill.message.Attachment;
import dev.waybill.message.Erasure;
import dev.waybill.message.ErasureReceipt.Statement;
import dev.waybill.message.Message;
import dev.waybill.message.MessageFilter;
import dev.waybill.message.Messages;
import dev.waybill.message.NewMessage;
import dev.waybill.result.MessageAccepted;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Half of the messages are erased, by recipient and by ID. Afterwards no file of the store has
/// their words, and the other half is readable.
abstract class ErasedPlaintextTests {

  /// Recipients have a twentieth of the messages each.
  private static final int RECIPIENTS = 20;

  /// Every text and every attachment of a message has one of these words, which the files might
  /// have in Base64, too: `goneword` if it will be erased.
  private static final Pattern ERASED =
      Pattern.compile("goneword[0-9]*|z29uzxdvcmrnb25ld29yzgdvbmv3b3jk");

  private static final String LONG_TEXT = "x ".repeat(40_000);

  private final int messages;
  private final int perRecipient;

  ErasedPlaintextTests(int messages) {
    this.messages = messages;
    this.perRecipient = messages / RECIPIENTS;
  }

  /// Opens the store, and again after it was closed.
  abstract Waybill open();

  /// Where the store has its files.
  abstract List<Path> folders();

  @Test
  @Seed({"S2.27", "S2.28"})
  void no_file_has_a_word_of_the_erased_half_and_the_other_half_is_readable() {
    List<String> kept = new ArrayList<>();
    try (Waybill waybill = open()) {
      List<String> ids = sendAll(waybill.messages());
      assertThat(found(waybill.messages(), "goneword0")).isTrue();
      erase(waybill.messages(), ids);
      assertThat(found(waybill.messages(), "goneword0")).isFalse();
      for (int i = 0; i < messages; i++) {
        if (!isErased(i)) {
          kept.add(ids.get(i));
        }
      }
    }
    assertThat(wordsInFiles()).isEmpty();
    try (Waybill waybill = open()) {
      long readable =
          kept.stream()
              .map(id -> waybill.messages().find(id).orElseThrow())
              .filter(ErasedPlaintextTests::isReadable)
              .count();
      assertThat(readable).isEqualTo(messages / 2);
    }
  }

  private static boolean isReadable(Message message) {
    NewMessage request = message.content().request();
    return request != null
        && String.valueOf(request.body().text()).contains("keptword")
        && request.attachments().stream()
            .allMatch(attachment -> attachment.content().text().contains("keptword"));
  }

  /// Even blocks are erased.
  private boolean isErased(int i) {
    return i / perRecipient % 2 == 0;
  }

  /// Some are large enough for the blob store, and some have attachments. Half of them wait, the
  /// others are sent.
  private NewMessage message(int i) {
    String word = (isErased(i) ? "goneword" : "keptword") + i / perRecipient * perRecipient;
    NewMessage.Builder message =
        NewMessage.builder("email", word + "@example.org")
            .subject(word + i)
            .text("Dear " + word + ", " + (i % (perRecipient / 2) == 0 ? LONG_TEXT : ""))
            .html("<b>" + word + "</b>")
            .tags(word)
            .campaign(word)
            .attachments(i % perRecipient < 2 ? List.of(attachment(word)) : List.of())
            .requestId(word + "-" + i);
    return i % 2 == 0 ? message.build() : message.sendAt(Instant.now().plusSeconds(86_400)).build();
  }

  private static Attachment attachment(String word) {
    String content = word.substring(0, "goneword".length()).repeat(3 * 100);
    return Attachment.of(word + ".txt", "text/plain", Payload.of(content));
  }

  private List<String> sendAll(Messages service) {
    List<String> ids = new ArrayList<>();
    for (int from = 0; from < messages; from += perRecipient) {
      List<NewMessage> some =
          IntStream.range(from, from + perRecipient).mapToObj(this::message).toList();
      service.sendAll(some).forEach(result -> ids.add(((MessageAccepted) result).messageId()));
    }
    return ids;
  }

  /// The first half by recipient, the others by ID.
  private void erase(Messages service, List<String> ids) {
    for (int i = 0; i < messages; i += perRecipient) {
      if (isErased(i)) {
        Erasure which =
            i < messages / 2
                ? new Erasure.OfRecipient(null, message(i).recipient(), null)
                : new Erasure.OfMessages(ids.subList(i, i + perRecipient));
        Statement said = service.erase(which).statement();
        assertThat(said.messages()).hasSize(perRecipient);
      }
    }
  }

  private static boolean found(Messages service, String word) {
    MessageFilter words = MessageFilter.ALL.withWords(word);
    return !service.list(words, Page.Request.FIRST).items().isEmpty();
  }

  private List<String> wordsInFiles() {
    TreeSet<String> found = new TreeSet<>();
    folders().forEach(folder -> search(folder, found));
    return List.copyOf(found);
  }

  private static void search(Path folder, Set<String> found) {
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
  }
}
