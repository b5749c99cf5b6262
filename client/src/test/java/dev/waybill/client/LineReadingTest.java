package dev.waybill.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import org.junit.jupiter.api.Test;

final class LineReadingTest {

  @Test
  void lines_are_read_one_by_one_until_the_end() throws IOException {
    BufferedReader from = new BufferedReader(new StringReader("a\r\n\nlast"));
    assertThat(LineReading.next(from, 10)).isEqualTo("a");
    assertThat(LineReading.next(from, 10)).isEmpty();
    assertThat(LineReading.next(from, 10)).isEqualTo("last");
    assertThat(LineReading.next(from, 10)).isNull();
  }

  @Test
  void a_line_that_never_ends_is_refused() {
    BufferedReader from = new BufferedReader(new StringReader("x".repeat(100)));
    assertThatThrownBy(() -> LineReading.next(from, 10)).isInstanceOf(IOException.class);
  }
}
