package dev.waybill.messages.template;

import com.samskivert.mustache.MustacheException;
import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.message.TemplateContent;
import dev.waybill.message.TemplateParts;
import dev.waybill.settings.Limits;
import dev.waybill.wire.json.InvalidDocument;
import dev.waybill.wire.message.TemplateJson;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Checks templates before they are stored.
final class TemplateChecks {

  private TemplateChecks() {}

  /// The content with its language tags in their usual spelling.
  static TemplateContent checked(String name, TemplateContent content) {
    if (!Text.isName(name)) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, Text.quote(name) + " is not a valid name of a template");
    }
    if (content.locales().size() > Limits.TEMPLATE_LOCALES) {
      throw wrong("/locales", "must be at most " + Limits.TEMPLATE_LOCALES + " languages");
    }
    parts("", content.parts());
    Map<String, TemplateParts> locales = new TreeMap<>();
    content.locales().forEach((tag, parts) -> variant(locales, tag, parts));
    TemplateContent checked = TemplateContent.of(content.parts(), locales);
    if (TemplateJson.CONTENT.bytes(checked).length > Limits.TEMPLATE_VERSION_BYTES) {
      throw new WaybillException(
          Code.PAYLOAD_TOO_LARGE,
          "a template takes at most " + Limits.TEMPLATE_VERSION_BYTES + " bytes");
    }
    return checked;
  }

  private static void variant(Map<String, TemplateParts> locales, String tag, TemplateParts parts) {
    String pointer = "/locales/" + tag;
    String spelled =
        Locales.canonical(tag)
            .orElseThrow(() -> wrong(pointer, "must be a language tag such as de or de-AT"));
    if (locales.put(spelled, parts) != null) {
      throw wrong(pointer, "is there twice");
    }
    parts(pointer, parts);
  }

  private static void parts(String pointer, TemplateParts parts) {
    if (parts.text() == null && parts.html() == null) {
      throw wrong(pointer + "/text", "a template needs text, html, or both");
    }
    compile(pointer + "/subject", parts.subject());
    compile(pointer + "/text", parts.text());
    compile(pointer + "/html", parts.html());
  }

  private static void compile(String pointer, @Nullable String source) {
    if (source == null) {
      return;
    }
    try {
      CompiledText.of(source, Escaping.NONE);
    } catch (MustacheException malformed) {
      throw wrong(pointer, String.valueOf(malformed.getMessage()));
    }
  }

  private static InvalidDocument wrong(String pointer, String what) {
    return InvalidDocument.at(pointer, "invalid_value", what);
  }
}
