package dev.waybill.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ConnectionsTest {

  private static final long MEGABYTE = 1 << 20;

  @Test
  void the_limit_follows_the_size_of_the_heap() {
    assertThat(Connections.of(0, 12_500, 512 * MEGABYTE)).isEqualTo(new Connections(4_096, 2_048));
    assertThat(Connections.of(0, 12_500, 8_192 * MEGABYTE))
        .isEqualTo(new Connections(25_000, 12_500));
    assertThat(Connections.of(0, 12_500, MEGABYTE).all()).isEqualTo(256);
  }

  @Test
  void configured_limits_override_the_defaults() {
    assertThat(Connections.of(9_000, 8_000, MEGABYTE)).isEqualTo(new Connections(9_000, 8_000));
    assertThat(Connections.of(0, 0, 512 * MEGABYTE).perAddress()).isZero();
  }
}
