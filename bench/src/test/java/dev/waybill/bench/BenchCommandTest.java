package dev.waybill.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class BenchCommandTest {

  @Test
  void peers_are_started_only_for_measures_that_compare_with_them() {
    assertThat(BenchCommand.isForPeers("v")).isFalse();
    assertThat(BenchCommand.isForPeers("tuvw")).isFalse();
    assertThat(BenchCommand.isForPeers("av")).isTrue();
    assertThat(BenchCommand.isForPeers("b")).isTrue();
  }
}
