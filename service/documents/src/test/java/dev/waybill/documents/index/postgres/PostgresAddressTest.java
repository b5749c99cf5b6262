package dev.waybill.documents.index.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresAddressTest {

  @Test
  void user_password_and_database_may_have_any_character() {
    PostgresAddress address =
        PostgresAddress.read("postgres://a%40b:p%3Aq%2F+%20@db.example:5433/my%20db");

    assertThat(address.url()).isEqualTo("jdbc:postgresql://db.example:5433/my+db");
    assertThat(address.properties())
        .containsEntry("user", "a@b")
        .containsEntry("password", "p:q/+ ");
  }

  @Test
  void parameters_choose_tls_and_schema() {
    PostgresAddress address =
        PostgresAddress.read(
            "postgresql://u:p@one,two:5433/db?sslmode=verify-full&currentSchema=search%2Cpublic");

    assertThat(address.url()).isEqualTo("jdbc:postgresql://one,two:5433/db");
    assertThat(address.properties())
        .containsEntry("sslmode", "verify-full")
        .containsEntry("currentSchema", "search,public");
  }

  @Test
  void a_password_is_not_printed() {
    assertThat(PostgresAddress.read("postgres://u:hidden@host/db").toString())
        .isEqualTo("postgres://host/db");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hidden",
        "http://u:hidden@host/db",
        "postgres://u:hidden@host",
        "postgres://u:hidden@host/",
        "postgres://u:hidden@/db",
        "postgres://u:hidden%zz@host/db",
        "postgres://u:hid@den@host/db",
        "postgres://u:hidden@host/db?socketFactory=hidden",
        "postgres://u:hidden@host/db?sslmode",
        "postgres://u:hidden@host/db#hidden"
      })
  void a_malformed_address_is_refused_and_not_repeated(String text) {
    assertThatThrownBy(() -> PostgresAddress.read(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("hidden");
  }
}
