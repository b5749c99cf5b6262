package dev.waybill.wire.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

final class HiddenFieldsTest {

  private static final Set<String> ENV = Set.of("env");

  @Test
  void the_rest_of_a_document_is_unchanged() {
    assertThat(HiddenFields.hide("{ \"a\" : 1.0, \"b\": [\"env\"] }", ENV))
        .contains("{ \"a\" : 1.0, \"b\": [\"env\"] }");
  }

  @Test
  void values_of_any_kind_are_hidden_at_any_depth() {
    String json =
        "{\"x\":[{\"env\":{\"K\":[1,\"}\"]},\"y\":1}],\"env\":\"a\\\"b\",\"z\":{\"env\":12"
            + " ,\"q\":2}}";
    assertThat(HiddenFields.hide(json, ENV))
        .contains(
            "{\"x\":[{\"env\":\"(hidden)\",\"y\":1}],\"env\":\"(hidden)\",\"z\":{\"env\":\"(hidden)\""
                + " ,\"q\":2}}");
  }

  @Test
  void escaped_names_are_recognized() {
    assertThat(HiddenFields.hide("{\"\\u0065nv\":\"secret\"}", ENV).orElseThrow())
        .doesNotContain("secret");
  }

  @Test
  void malformed_documents_are_not_shown() {
    assertThat(HiddenFields.hide("{\"env\":\"secret\"", ENV)).isEmpty();
    assertThat(HiddenFields.hide("env=secret", ENV)).isEmpty();
  }
}
