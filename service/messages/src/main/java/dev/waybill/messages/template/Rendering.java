package dev.waybill.messages.template;

import com.samskivert.mustache.MustacheException;
import dev.waybill.base.Recent;
import dev.waybill.base.Text;
import dev.waybill.message.MessageBody;
import dev.waybill.message.RenderedTemplate;
import dev.waybill.message.Template;
import dev.waybill.message.TemplateContent;
import dev.waybill.message.TemplateParts;
import dev.waybill.message.TemplateUse;
import dev.waybill.wire.json.InvalidDocument;
import org.jspecify.annotations.Nullable;

/// Fills in the variables of templates. What cannot be rendered is refused with a pointer into the
/// [TemplateUse].
final class Rendering {

  private static final long CHARACTERS_CACHED = 4L * 1024 * 1024;

  private record Source(String text, Escaping escaping) {}

  private final TemplateBook book;
  private final Recent<Source, CompiledText> compiled =
      new Recent<>(CHARACTERS_CACHED, source -> source.text().length() + 1L);

  Rendering(TemplateBook book) {
    this.book = book;
  }

  /// @param at the pointer to the use of the template
  RenderedTemplate render(String tenant, TemplateUse use, String channel, String at) {
    Template template =
        book.known(tenant, use.name(), use.version()).orElseThrow(() -> unknown(use, at));
    TemplateVariables variables =
        TemplateVariables.read(use.variables())
            .orElseThrow(() -> wrong(at + "/variables", "must be a JSON object"));
    String locale = locale(template.content(), use.locale(), at);
    TemplateParts parts = parts(template.content(), locale);
    Filling filling = new Filling(variables, at);
    return new RenderedTemplate(
        template.version(),
        locale,
        filling.fill(parts.subject(), Escaping.NONE),
        new MessageBody(
            filling.fill(parts.text(), Escaping.ofText(channel)),
            filling.fill(parts.html(), Escaping.HTML)));
  }

  private static @Nullable String locale(
      TemplateContent content, @Nullable String asked, String at) {
    if (asked == null) {
      return null;
    }
    String tag =
        Locales.canonical(asked)
            .orElseThrow(() -> wrong(at + "/locale", "must be a language tag such as de-AT"));
    return Locales.bestOf(content.locales().keySet(), tag);
  }

  private static TemplateParts parts(TemplateContent content, @Nullable String locale) {
    return locale == null
        ? content.parts()
        : content.locales().getOrDefault(locale, content.parts());
  }

  private final class Filling {

    private final TemplateVariables variables;
    private final String at;

    Filling(TemplateVariables variables, String at) {
      this.variables = variables;
      this.at = at;
    }

    @Nullable String fill(@Nullable String text, Escaping escaping) {
      if (text == null) {
        return null;
      }
      try {
        return compiled
            .get(new Source(text, escaping), () -> CompiledText.of(text, escaping))
            .fill(variables);
      } catch (MustacheException.Context missing) {
        throw missing(missing.key);
      } catch (TooMuch tooMuch) {
        throw wrong(at + "/variables", "the template cannot be filled in: " + tooMuch.getMessage());
      }
    }

    private InvalidDocument missing(String name) {
      String path = name.startsWith(".") ? "" : "/" + name.replace('.', '/');
      return InvalidDocument.at(
          at + "/variables" + path,
          "missing_variable",
          "the template needs a value for " + Text.quote(name));
    }
  }

  private static InvalidDocument unknown(TemplateUse use, String at) {
    return wrong(
        at + "/name",
        "there is no template "
            + Text.quote(use.name())
            + (use.version() == null ? "" : " with version " + use.version()));
  }

  private static InvalidDocument wrong(String pointer, String what) {
    return InvalidDocument.at(pointer, "invalid_value", what);
  }
}
