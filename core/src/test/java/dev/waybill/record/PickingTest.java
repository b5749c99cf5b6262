package dev.waybill.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PickingTest {

  private static final long NOW = 1_000_000;
  private static final long LONG_AGO = NOW - Picking.AGING_AFTER.toMillis();

  private static List<Integer> picks(int count, long... readySince) {
    Picking picking = new Picking();
    return IntStream.range(0, count)
        .mapToObj(_ -> picking.next(lane -> readySince[lane], NOW))
        .toList();
  }

  @Test
  void the_most_urgent_lane_with_a_job_comes_next() {
    assertThat(picks(1, NOW, 0, 0)).containsExactly(0);
    assertThat(picks(1, Picking.EMPTY, NOW, 0)).containsExactly(1);
    assertThat(picks(1, Picking.EMPTY, Picking.EMPTY, NOW)).containsExactly(2);
    assertThat(picks(1, Picking.EMPTY, Picking.EMPTY, Picking.EMPTY))
        .containsExactly(Picking.NO_LANE);
  }

  @Test
  void every_tenth_job_comes_from_the_longest_waiting_lower_lane() {
    List<Integer> picked = picks(20, 0, LONG_AGO, LONG_AGO - 1);
    assertThat(picked.get(9)).isEqualTo(2);
    assertThat(picked.get(19)).isEqualTo(2);
    assertThat(picked.stream().filter(lane -> lane == 0)).hasSize(18);
  }

  @Test
  void a_lower_lane_that_waits_less_than_30_seconds_has_no_precedence() {
    assertThat(picks(10, 0, LONG_AGO + 1, Picking.EMPTY)).containsOnly(0);
    assertThat(picks(10, 0, LONG_AGO, Picking.EMPTY).getLast()).isEqualTo(1);
  }
}
