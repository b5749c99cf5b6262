package dev.waybill.events.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.WaybillException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SchemaVersionTest {

  @Test
  void versions_are_ordered_by_their_numbers() {
    assertThat(
            Stream.of("1.10.0", "1.2.10", "1.2.9", "2.0.0", "0.9.0")
                .map(SchemaVersion::of)
                .sorted()
                .map(SchemaVersion::toString))
        .containsExactly("0.9.0", "1.2.9", "1.2.10", "1.10.0", "2.0.0");
  }

  @Test
  void both_forms_are_read_and_written_as_they_are() {
    assertThat(SchemaVersion.of("1.0")).hasToString("1.0").isNotEqualTo(SchemaVersion.of("1.0.0"));
    assertThat(SchemaVersion.of("1.0.0")).hasToString("1.0.0");
    assertThat(SchemaVersion.of("1.0")).isLessThan(SchemaVersion.of("1.0.0"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "v1.0", "1.0.0.0", "01.0", "1.-1", "1.0 ", "1.9999999999"})
  void another_form_is_refused(String text) {
    assertThatThrownBy(() -> SchemaVersion.of(text))
        .isInstanceOf(WaybillException.class)
        .hasMessageContaining("write two numbers such as 1.0 or three such as 1.0.0");
  }
}
