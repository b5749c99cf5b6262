package dev.waybill.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ChunksTest {

  @Test
  void chunks_stay_within_the_limit_unless_one_item_is_larger() {
    assertThat(Chunks.of(List.of(3, 3, 4, 11, 1, 9, 1), item -> item, 10))
        .containsExactly(List.of(3, 3, 4), List.of(11), List.of(1, 9), List.of(1));
    assertThat(Chunks.of(List.of(), _ -> 1, 10)).isEmpty();
  }
}
