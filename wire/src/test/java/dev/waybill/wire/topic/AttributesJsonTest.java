package dev.waybill.wire.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.topic.Attribute;
import dev.waybill.wire.json.InvalidDocument;
import dev.waybill.wire.json.JsonIn;
import dev.waybill.wire.json.JsonOut;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AttributesJsonTest {

  private static final String ALL =
      """
      {"text":"pt","number":1.50,"flag":true,"many":["a",5,false,null],\
      "bytes":{"base64":"AAE="}}\
      """;

  @Test
  void every_type_of_attribute_round_trips() {
    Map<String, Attribute> attributes = read(ALL);

    assertThat(attributes.get("flag")).isEqualTo(new Attribute.Flag(true));
    assertThat(attributes.get("bytes")).isEqualTo(new Attribute.Binary("AAE="));
    assertThat(attributes.get("many"))
        .isEqualTo(
            new Attribute.Many(
                List.of(
                    Attribute.of("a"),
                    Attribute.of(5),
                    new Attribute.Flag(false),
                    new Attribute.Null())));
    assertThat(written(attributes)).isEqualTo("{\"all\":" + ALL + "}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "[[1]]", "[{}]", "{}", "{\"base64\":1}"})
  void other_values_are_refused_with_their_pointer(String json) {
    assertThatThrownBy(() -> read("{\"a\":" + json + "}"))
        .isInstanceOfSatisfying(
            InvalidDocument.class,
            refused -> assertThat(refused.errors().getFirst().pointer()).startsWith("/a"));
  }

  private static Map<String, Attribute> read(String json) {
    return JsonIn.read(json.getBytes(StandardCharsets.UTF_8), AttributesJson.CODEC::read);
  }

  private static String written(Map<String, Attribute> attributes) {
    byte[] json = JsonOut.write(out -> out.value("all", AttributesJson.CODEC, attributes));
    return new String(json, StandardCharsets.UTF_8);
  }
}
