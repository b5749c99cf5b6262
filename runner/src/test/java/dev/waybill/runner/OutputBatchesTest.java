package dev.waybill.runner;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.bytes.Utf8;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class OutputBatchesTest {

  private final List<String> passed = new ArrayList<>();
  private final OutputBatches batches = batches(8, TimeUnit.HOURS.toNanos(1));

  @Test
  void a_full_batch_is_emitted() {
    accept(OutputName.STDOUT, "1234");
    assertThat(passed).isEmpty();
    accept(OutputName.STDOUT, "56789");
    assertThat(passed).containsExactly("stdout:12345678");
    batches.close();
    assertThat(passed).containsExactly("stdout:12345678", "stdout:9");
  }

  @Test
  void an_old_batch_is_emitted() {
    OutputBatches hasty = batches(8, 0);
    hasty.passDue();
    assertThat(passed).isEmpty();
    hasty.accept(OutputName.STDERR, "a".getBytes(UTF_8), 1);
    hasty.passDue();
    hasty.passDue();
    assertThat(passed).containsExactly("stderr:a");
    accept(OutputName.STDOUT, "young");
    batches.passDue();
    assertThat(passed).hasSize(1);
  }

  @Test
  void the_order_of_the_two_streams_is_kept() {
    accept(OutputName.STDOUT, "one");
    accept(OutputName.STDERR, "two");
    accept(OutputName.STDOUT, "three");
    batches.close();
    assertThat(passed).containsExactly("stdout:one", "stderr:two", "stdout:three");
  }

  @Test
  void a_full_batch_does_not_split_a_character() {
    accept(OutputName.STDOUT, "1234567€");
    batches.close();
    assertThat(passed).containsExactly("stdout:1234567", "stdout:€");
  }

  @Test
  void output_of_the_other_stream_does_not_split_a_character() {
    byte[] euro = "€".getBytes(UTF_8);
    batches.accept(OutputName.STDOUT, euro, 2);
    accept(OutputName.STDERR, "x");
    batches.accept(OutputName.STDOUT, new byte[] {euro[2]}, 1);
    batches.close();
    assertThat(passed).containsExactly("stderr:x", "stdout:€");
  }

  @Test
  void an_incomplete_character_at_the_end_is_emitted() {
    batches.accept(OutputName.STDOUT, "€".getBytes(UTF_8), 2);
    batches.close();
    assertThat(passed).hasSize(1);
  }

  @Test
  void output_after_close_is_dropped() {
    batches.close();
    accept(OutputName.STDOUT, "late");
    batches.close();
    assertThat(passed).isEmpty();
  }

  @RepeatedTest(50)
  void every_byte_is_emitted_once_and_in_order(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    ByteArrayOutputStream arrived = new ByteArrayOutputStream();
    OutputBatches mixed = new OutputBatches(16, 0, (_, bytes) -> arrived.writeBytes(bytes));
    byte[] all = new byte[2_000];
    random.nextBytes(all);
    int from = 0;
    while (from < all.length) {
      int length = Math.min(all.length - from, 1 + random.nextInt(40));
      byte[] piece = new byte[length];
      System.arraycopy(all, from, piece, 0, length);
      mixed.accept(OutputName.STDOUT, piece, length);
      if (random.nextBoolean()) {
        mixed.passDue();
      }
      from += length;
    }
    mixed.close();
    assertThat(arrived.toByteArray()).isEqualTo(all);
  }

  @Test
  void only_the_start_of_a_valid_character_is_held_back() {
    assertThat(unfinished(0xE2, 0x82)).isEqualTo(2);
    assertThat(unfinished('a', 0xF0, 0x9F, 0x98)).isEqualTo(3);
    assertThat(unfinished('a', 0xC3)).isEqualTo(1);
    assertThat(unfinished('a')).isZero();
    assertThat(unfinished()).isZero();
    assertThat(unfinished(0xE2, 0x82, 0xAC)).isZero();
    assertThat(unfinished(0x82, 0x82, 0x82, 0x82)).isZero();
    assertThat(unfinished(0xFF)).isZero();
    assertThat(unfinished(0xC0)).isZero();
  }

  private static int unfinished(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return Utf8.unfinished(bytes, bytes.length);
  }

  private OutputBatches batches(int bytes, long nanos) {
    return new OutputBatches(
        bytes,
        nanos,
        (name, some) ->
            passed.add(name.name().toLowerCase(Locale.ROOT) + ":" + new String(some, UTF_8)));
  }

  private void accept(OutputName name, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    batches.accept(name, bytes, bytes.length);
  }
}
