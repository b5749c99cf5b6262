package dev.waybill.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TableTest {

  @Test
  void columns_are_as_wide_as_their_widest_cell() {
    Table table = Table.of("A", "LONG").row("wide cell", 1).row("x", 22);
    assertThat(table.lines()).containsExactly("A          LONG", "wide cell  1", "x          22");
  }

  @Test
  void text_in_the_last_column_is_truncated_to_fit_the_terminal() {
    Table table = Table.endingInText("A", "ERROR").row("id-1", "a long line of an error");
    assertThat(table.lines(Colors.NONE, 20)).containsExactly("A     ERROR", "id-1  a long line o…");
    assertThat(table.lines(Colors.NONE, 5)).last().isEqualTo("id-1  a long line…");
    assertThat(table.lines()).last().isEqualTo("id-1  a long line of an error");
  }

  @Test
  void a_cell_cannot_control_the_terminal() {
    assertThat(Table.of("A").row("red\u001b[31m\nnext").lines())
        .containsExactly("A", "red [31m next");
    assertThat(Table.of("A").row("red\u009b31m \u202eback\u0085").lines())
        .containsExactly("A", "red 31m  back");
  }
}
