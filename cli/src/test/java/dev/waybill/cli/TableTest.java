package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TableTest {

  @Test
  void columns_are_as_wide_as_their_widest_cell() {
    Table table = Table.of("A", "LONG").row("wide cell", 1).row("x", 22);
    assertThat(table.lines()).containsExactly("A          LONG", "wide cell  1", "x          22");
  }

  @Test
  void a_cell_cannot_steer_the_terminal() {
    assertThat(Table.of("A").row("red\u001b[31m\nnext").lines())
        .containsExactly("A", "red [31m next");
    assertThat(Table.of("A").row("red\u009b31m \u202eback\u0085").lines())
        .containsExactly("A", "red 31m  back");
  }
}
