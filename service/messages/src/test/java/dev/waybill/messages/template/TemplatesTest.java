package dev.waybill.messages.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.model.ModelLedger;
import dev.waybill.message.RenderedTemplate;
import dev.waybill.message.Template;
import dev.waybill.message.TemplateContent;
import dev.waybill.message.TemplateParts;
import dev.waybill.message.TemplateUse;
import dev.waybill.message.Templates;
import dev.waybill.result.FieldError;
import dev.waybill.settings.Limits;
import dev.waybill.wire.json.InvalidDocument;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TemplatesTest {

  private static final String ADA = "{\"name\":\"Ada\"}";

  private final ModelLedger ledger = new ModelLedger();
  private final ManualClock clock = new ManualClock();
  private final Templates templates = server().templates("default");

  private MessageTemplates server() {
    return new MessageTemplates(ledger, clock);
  }

  @Test
  void each_change_is_a_new_version_and_older_versions_stay() {
    Template first = templates.put("welcome", text("Hello {{name}}"));
    Template second = templates.put("welcome", text("Dear {{name}}"));
    assertThat(first.version()).isEqualTo(1);
    assertThat(second.version()).isEqualTo(2);
    assertThat(templates.find("welcome")).contains(second);
    assertThat(templates.find("welcome", 1)).contains(first);
    assertThat(templates.versions("welcome")).containsExactly(first, second);
    assertThat(preview("welcome", 1, ADA).body().text()).isEqualTo("Hello Ada");
    assertThat(preview("welcome", null, ADA).body().text()).isEqualTo("Dear Ada");
  }

  @Test
  void an_unchanged_template_is_the_version_that_exists() {
    Template first = templates.put("welcome", text("Hello"));
    assertThat(templates.put("welcome", text("Hello"))).isEqualTo(first);
    templates.put("welcome", text("Dear"));
    assertThat(templates.put("welcome", text("Hello")).version()).isEqualTo(3);
  }

  @Test
  void another_server_and_no_other_tenant_sees_the_templates() {
    Template stored = templates.put("welcome", text("Hello"));
    assertThat(server().templates("default").list()).containsExactly(stored);
    assertThat(server().templates("other").list()).isEmpty();
    assertThat(server().templates("other").find("welcome")).isEmpty();
  }

  @Test
  void two_servers_never_store_two_contents_under_one_number() {
    Templates other = server().templates("default");
    other.list();
    templates.put("welcome", text("Hello"));
    assertThat(other.put("welcome", text("Dear")).version()).isEqualTo(2);
    assertThat(templates.versions("welcome")).hasSize(2);
  }

  @Test
  void a_deleted_template_is_gone_and_its_numbers_are_not_used_again() {
    templates.put("welcome", text("Hello"));
    templates.put("welcome", text("Dear"));
    assertThat(templates.delete("welcome")).isTrue();
    assertThat(templates.delete("welcome")).isFalse();
    assertThat(templates.list()).isEmpty();
    assertThat(templates.versions("welcome")).isEmpty();
    assertThat(error("welcome", ADA).pointer()).isEqualTo("/name");
    assertThat(templates.put("welcome", text("Hi")).version()).isEqualTo(3);
    assertThat(templates.versions("welcome")).hasSize(1);
  }

  @Test
  void values_are_escaped_for_the_part_and_the_channel() {
    templates.put(
        "all",
        TemplateContent.of(new TemplateParts("{{name}}", "{\"name\":\"{{name}}\"}", "{{name}}")));
    String variables = "{\"name\":\"<b>\\\"A\\\\nda\\\"\"}";
    RenderedTemplate mail = preview("all", null, variables);
    assertThat(mail.subject()).isEqualTo("<b>\"A\\nda\"");
    assertThat(mail.body().text()).isEqualTo("{\"name\":\"<b>\"A\\nda\"\"}");
    assertThat(mail.body().html()).isEqualTo("&lt;b&gt;&quot;A\\nda&quot;");
    RenderedTemplate hook =
        templates.preview(new TemplateUse("all", null, null, variables), "webhook");
    assertThat(hook.body().text()).isEqualTo("{\"name\":\"<b>\\\"A\\\\nda\\\"\"}");
  }

  @ParameterizedTest
  @CsvSource({
    "de-AT, Servus, de-AT",
    "DE-at, Servus, de-AT",
    "de-AT-1996, Servus, de-AT",
    "de-CH, Hallo, de",
    "de, Hallo, de",
    "fr, Hello,",
    ", Hello,"
  })
  void the_variant_with_the_longest_common_beginning_is_used(
      @Nullable String asked, String expected, @Nullable String used) {
    templates.put(
        "hello",
        TemplateContent.of(parts("Hello"), Map.of("de", parts("Hallo"), "de-at", parts("Servus"))));
    RenderedTemplate rendered =
        templates.preview(new TemplateUse("hello", null, asked, "{}"), "email");
    assertThat(rendered.body().text()).isEqualTo(expected);
    assertThat(rendered.locale()).isEqualTo(used);
  }

  @ParameterizedTest
  @CsvSource({
    "{{name}}, /variables/name",
    "{{person.name}}, /variables/person/name",
    "{{#items}}x{{/items}}, /variables/items",
    "{{^items}}x{{/items}}, /variables/items",
    "{{nothing}}, /variables/nothing",
    "{{text.length}}, /variables/text/length",
    "{{text.getClass}}, /variables/text/getClass"
  })
  void a_variable_without_a_value_is_refused_with_its_pointer(String source, String pointer) {
    templates.put("strict", text(source));
    FieldError error = error("strict", "{\"text\":\"x\",\"person\":{},\"nothing\":null}");
    assertThat(error.pointer()).isEqualTo(pointer);
    assertThat(error.code()).isEqualTo("missing_variable");
  }

  @Test
  void sections_show_lists_objects_and_flags() {
    templates.put(
        "order",
        text(
            "{{#items}}{{count}} {{name}}{{^-last}}, {{/-last}}{{/items}}"
                + "{{#gift}} as a gift{{/gift}}{{^note}} without a note{{/note}}"
                + "{{#to}} to {{city}}{{/to}}"));
    assertThat(
            preview(
                    "order",
                    null,
                    """
                    {"items": [{"count": 2, "name": "pears"}, {"count": 1.50, "name": "figs"}],
                     "gift": true, "note": null, "to": {"city": "Linz"}}
                    """)
                .body()
                .text())
        .isEqualTo("2 pears, 1.50 figs as a gift without a note to Linz");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "7", "null", "{", "{} {}", ""})
  void variables_that_are_no_object_are_refused(String variables) {
    templates.put("welcome", text("Hello"));
    assertThat(error("welcome", variables).pointer()).isEqualTo("/variables");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{{#open}}", "{{/closed}}", "{{>other}}", "{{<parent}}{{/parent}}"})
  void a_malformed_text_and_a_partial_are_refused(String source) {
    InvalidDocument refused =
        catchThrowableOfType(
            InvalidDocument.class, () -> templates.put("bad", text("a\n" + source)));
    assertThat(refused.errors()).extracting(FieldError::pointer).containsExactly("/text");
    assertThat(templates.list()).isEmpty();
  }

  @Test
  void nested_loops_and_long_results_end() {
    String list =
        IntStream.range(0, 1_000).mapToObj(Integer::toString).collect(Collectors.joining(","));
    templates.put("deep", text("{{#l}}{{#l}}{{#l}}{{#l}}{{/l}}{{/l}}{{/l}}{{/l}}"));
    assertThat(error("deep", "{\"l\":[" + list + "]}").pointer()).isEqualTo("/variables");
    templates.put("long", text("{{#l}}" + "{{text}}".repeat(10) + "{{/l}}"));
    String variables = "{\"l\":[" + list + "],\"text\":\"" + "x".repeat(1_000) + "\"}";
    assertThat(error("long", variables).pointer()).isEqualTo("/variables");
  }

  @Test
  void a_template_with_too_many_sections_or_bytes_is_refused() {
    String nested = "{{#a}}".repeat(20_000) + "{{/a}}".repeat(20_000);
    assertThatThrownBy(() -> templates.put("deep", text(nested)))
        .isInstanceOf(InvalidDocument.class);
    assertThatThrownBy(() -> templates.put("big", text("x".repeat(Limits.TEMPLATE_VERSION_BYTES))))
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused -> assertThat(refused.code()).isEqualTo(Code.PAYLOAD_TOO_LARGE));
  }

  @Test
  void a_template_needs_a_name_a_body_and_language_tags() {
    assertThatThrownBy(() -> templates.put("a b", text("x"))).isInstanceOf(WaybillException.class);
    assertThat(refusal(TemplateContent.of(new TemplateParts("only a subject", null, null))))
        .isEqualTo("/text");
    assertThat(refusal(TemplateContent.of(parts("x"), Map.of("german!", parts("x")))))
        .isEqualTo("/locales/german!");
    assertThat(refusal(TemplateContent.of(parts("x"), Map.of("de", parts("x"), "DE", parts("y")))))
        .isEqualTo("/locales/de");
  }

  private String refusal(TemplateContent content) {
    InvalidDocument refused =
        catchThrowableOfType(InvalidDocument.class, () -> templates.put("t", content));
    return refused.errors().getFirst().pointer();
  }

  private FieldError error(String name, String variables) {
    return catchThrowableOfType(InvalidDocument.class, () -> preview(name, null, variables))
        .errors()
        .getFirst();
  }

  private RenderedTemplate preview(String name, @Nullable Integer version, String variables) {
    return templates.preview(new TemplateUse(name, version, null, variables), "email");
  }

  private static TemplateParts parts(String text) {
    return new TemplateParts(null, text, null);
  }

  private static TemplateContent text(String text) {
    return TemplateContent.of(parts(text));
  }
}
