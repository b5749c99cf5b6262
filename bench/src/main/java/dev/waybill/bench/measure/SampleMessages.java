package dev.waybill.bench.measure;

import dev.waybill.message.NewMessage;
import java.time.Instant;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Messages of about 250 bytes. Few words occur often and most rarely, as in a language.
final class SampleMessages {

  static final int CHANNELS = 3;
  static final int TAGS = 20;
  static final int CAMPAIGNS = 50;

  private static final int WORDS = 20_000;
  private static final int WORDS_PER_SUBJECT = 4;
  private static final int WORDS_PER_BODY = 25;
  private static final String CONSONANTS = "bdfgklmnprstvz";
  private static final String VOWELS = "aeiou";

  private final Random random;

  SampleMessages(long seed) {
    random = new Random(seed);
  }

  /// @param sendAt null to send it now
  NewMessage next(String recipient, @Nullable Instant sendAt) {
    return NewMessage.builder(channel(random.nextInt(CHANNELS)), recipient)
        .subject(words(WORDS_PER_SUBJECT))
        .text(words(WORDS_PER_BODY))
        .tags(tag(random.nextInt(TAGS)))
        .campaign(campaign(random.nextInt(CAMPAIGNS)))
        .sendAt(sendAt)
        .build();
  }

  static String channel(int number) {
    return switch (number % CHANNELS) {
      case 0 -> "email";
      case 1 -> "sms";
      default -> "push";
    };
  }

  static String tag(int number) {
    return "tag-" + number;
  }

  static String campaign(int number) {
    return "campaign-" + number;
  }

  private String words(int count) {
    return IntStream.range(0, count).mapToObj(_ -> word()).collect(Collectors.joining(" "));
  }

  /// The word of rank n is about n times as rare as the most frequent one.
  String word() {
    return word((int) Math.exp(random.nextDouble() * Math.log(WORDS)) - 1);
  }

  /// The word with two letters swapped.
  static String misspelled(String word) {
    int at = word.length() / 2;
    return word.substring(0, at - 1)
        + word.charAt(at)
        + word.charAt(at - 1)
        + word.substring(at + 1);
  }

  /// Two to five syllables.
  private static String word(int rank) {
    StringBuilder word = new StringBuilder();
    long rest = (rank + 1) * 2_654_435_761L;
    for (int i = 0; i < 2 + rank % 4; i++) {
      word.append(CONSONANTS.charAt((int) (rest % CONSONANTS.length())));
      rest /= CONSONANTS.length();
      word.append(VOWELS.charAt((int) (rest % VOWELS.length())));
      rest /= VOWELS.length();
    }
    return word.toString();
  }
}
