package dev.waybill.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.wire.json.JsonOut;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class JsonTreeTest {

  @Test
  void maps_lists_numbers_flags_and_nulls_are_written() {
    assertThat(json(Map.of("a", List.of()))).isEqualTo("{\"a\":[]}");
    assertThat(json(Map.of(1, Map.of("b", true)))).isEqualTo("{\"1\":{\"b\":true}}");
    assertThat(json(Arrays.asList(1, 2L, 2.5, BigInteger.TEN, new BigDecimal("1.50"), null)))
        .isEqualTo("[1,2,2.5,10,1.50,null]");
    assertThat(json(null)).isEqualTo("null");
  }

  @Test
  void texts_are_escaped_and_other_values_are_texts() {
    assertThat(json("a\"b\\c\n\t\u0001ü")).isEqualTo("\"a\\\"b\\\\c\\n\\t\\u0001ü\"");
    assertThat(json(List.of(StandardCharsets.UTF_8))).isEqualTo("[\"UTF-8\"]");
  }

  private static String json(@Nullable Object value) {
    return new String(JsonOut.tree(value), StandardCharsets.UTF_8);
  }
}
