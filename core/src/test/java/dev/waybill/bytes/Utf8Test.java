package dev.waybill.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class Utf8Test {

  private static final byte[] EDGES = {
    0,
    0x41,
    0x7F,
    (byte) 0x80,
    (byte) 0x8F,
    (byte) 0x90,
    (byte) 0x9F,
    (byte) 0xA0,
    (byte) 0xBF,
    (byte) 0xC1,
    (byte) 0xC2,
    (byte) 0xDF,
    (byte) 0xE0,
    (byte) 0xED,
    (byte) 0xEF,
    (byte) 0xF0,
    (byte) 0xF4,
    (byte) 0xF5,
    (byte) 0xFF
  };

  @Test
  void validation_agrees_with_the_decoder_of_the_JDK() {
    Random random = new Random(7);
    for (int i = 0; i < 200_000; i++) {
      byte[] bytes = new byte[random.nextInt(14)];
      for (int at = 0; at < bytes.length; at++) {
        bytes[at] = random.nextInt(3) == 0 ? 0x41 : EDGES[random.nextInt(EDGES.length)];
      }
      assertThat(Utf8.decode(bytes)).isEqualTo(platform(bytes));
    }
  }

  @Test
  void a_truncated_character_is_left_for_the_next_batch() {
    byte[] bytes = "a€".getBytes(StandardCharsets.UTF_8);
    assertThat(Utf8.unfinished(bytes, 4)).isZero();
    assertThat(Utf8.unfinished(bytes, 3)).isEqualTo(2);
    assertThat(Utf8.unfinished(bytes, 2)).isEqualTo(1);
    assertThat(Utf8.unfinished(bytes, 1)).isZero();
  }

  private static Optional<String> platform(byte[] bytes) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException notText) {
      return Optional.empty();
    }
  }
}
