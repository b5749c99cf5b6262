package dev.waybill.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TerminalTextTest {

  @Test
  void control_characters_are_removed_from_a_line() {
    assertThat(TerminalText.plain("a\u001b]0;title\u0007b\u009b2Jc\nd\u007f"))
        .isEqualTo("a\uFFFD]0;title\uFFFDb\uFFFD2Jc\uFFFDd\uFFFD");
  }

  @Test
  void program_output_keeps_its_lines_and_colors() {
    assertThat(TerminalText.program("\u001b[1;31mred\u001b[0m\t1\r\n"))
        .isEqualTo("\u001b[1;31mred\u001b[0m\t1\r\n");
    assertThat(TerminalText.program("\u001b[2J\u001b]52;c;aGk=\u0007\u009b6n $1"))
        .isEqualTo("\uFFFD[2J\uFFFD]52;c;aGk=\uFFFD\uFFFD6n $1");
  }
}
