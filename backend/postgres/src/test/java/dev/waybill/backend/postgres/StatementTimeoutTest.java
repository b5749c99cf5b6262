package dev.waybill.backend.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.backend.postgres.sql.Database;
import dev.waybill.settings.Settings;
import org.junit.jupiter.api.Test;

/// No statement may take longer than `store.statement_timeout`.
class StatementTimeoutTest {

  private static final String SLEEP = "select count(*) from pg_sleep(20)";

  private static Database open() {
    TestDatabase database = TestDatabase.create();
    String url = database.server().url(database.name()) + "?statement_timeout=1s";
    return Database.open(TestDatabase.config(url), Settings.DEFAULT.clock());
  }

  @Test
  void reads_that_take_too_long_end_with_the_name_of_the_setting() {
    try (Database database = open()) {
      assertThatThrownBy(
              () ->
                  database.read("sleep", connection -> database.query(connection, SLEEP).single()))
          .isInstanceOfSatisfying(
              WaybillException.class,
              failed -> assertThat(failed.code()).isEqualTo(Code.UNAVAILABLE))
          .hasMessageContaining("store.statement_timeout");
      assertThatThrownBy(
              () -> database.readOnce(connection -> database.query(connection, SLEEP).single()))
          .hasMessageContaining("canceling statement");
    }
  }
}
