package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class JsonTest {

  @Test
  void values_are_written_by_their_kind() {
    assertThat(Json.write(List.of(1, 2.5, true, "a"))).isEqualTo("[1,2.5,true,\"a\"]");
    assertThat(Json.write(Map.of("a", List.of()))).isEqualTo("{\"a\":[]}");
    assertThat(Json.write(null)).isEqualTo("null");
  }

  @Test
  void quotes_backslashes_and_control_characters_are_escaped() {
    assertThat(Json.write("a\"b\\c\n\t\u0001ü")).isEqualTo("\"a\\\"b\\\\c\\n\\t\\u0001ü\"");
  }
}
