package dev.waybill.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DecimalsTest {

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1.50", "1e400", "1E-1000", "12345678901234567890.123456789"})
  void a_number_within_the_limits_is_read_exactly(String text) {
    assertThat(Decimals.parse(text)).hasValueSatisfying(n -> assertThat(n).isEqualTo(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e400000000", "1e-1001", "1e2147483648", "NaN", "", "0x10", "1,5"})
  void a_number_that_is_too_large_for_arithmetic_is_rejected(String text) {
    assertThat(Decimals.parse(text)).isEmpty();
  }

  @org.junit.jupiter.api.Test
  void a_number_with_more_than_a_thousand_digits_is_rejected() {
    assertThat(Decimals.parse("1".repeat(1_000))).isPresent();
    assertThat(Decimals.parse("1".repeat(1_001))).isEmpty();
  }
}
