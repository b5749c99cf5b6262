package dev.waybill.documents.index.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresErrorsTest {

  @ParameterizedTest
  @CsvSource({
    "08006, UNAVAILABLE",
    "08001, UNAVAILABLE",
    "57P01, UNAVAILABLE",
    "57P03, UNAVAILABLE",
    "57014, UNAVAILABLE",
    "25006, UNAVAILABLE",
    "53300, THROTTLED",
    "40P01, THROTTLED",
    "55P03, THROTTLED",
    "53100, DISK_FULL",
    "28P01, STORE_FAILED",
    "42501, STORE_FAILED",
    "XX001, STORE_FAILED"
  })
  void a_state_says_whether_a_retry_may_help(String state, Code code) {
    assertThat(PostgresErrors.of("search", new SQLException("why", state)).code()).isEqualTo(code);
  }

  @Test
  void an_error_without_a_state_is_a_failure_of_the_store() {
    assertThat(PostgresErrors.of("search", new SQLException("why")).code())
        .isEqualTo(Code.STORE_FAILED);
  }
}
