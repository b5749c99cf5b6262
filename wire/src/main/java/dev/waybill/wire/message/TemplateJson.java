package dev.waybill.wire.message;

import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.TIME;
import static dev.waybill.wire.json.Codecs.map;

import dev.waybill.message.Template;
import dev.waybill.message.TemplateContent;
import dev.waybill.message.TemplateParts;
import dev.waybill.settings.Limits;
import dev.waybill.wire.DefinitionsJson;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.time.Instant;
import java.util.Map;

public final class TemplateJson {

  private static final Fields<TemplateParts> PARTS =
      Fields.of("TemplateParts", "The texts of a template in one language, with Mustache tags.");
  private static final Slot.Maybe<String> SUBJECT =
      PARTS.optional("subject", TEXT, TemplateParts::subject, "Subject or title.");
  private static final Slot.Maybe<String> PLAIN =
      PARTS.optional(
          "text", TEXT, TemplateParts::text, "Body as plain text; as JSON for webhooks.");
  private static final Slot.Maybe<String> HTML =
      PARTS.optional("html", TEXT, TemplateParts::html, "Body as HTML.");

  private static final Document<TemplateParts> TEXTS =
      PARTS.make(in -> new TemplateParts(in.get(SUBJECT), in.get(PLAIN), in.get(HTML)));

  private static final Fields<TemplateContent> CONTENTS =
      Fields.of("TemplateContent", "What a version of a template says.");
  private static final Slot.Included<TemplateParts> DEFAULT =
      CONTENTS.include(TEXTS, TemplateContent::parts);
  private static final Slot.Of<Map<String, TemplateParts>> LOCALES =
      CONTENTS.or(
          Map.of(),
          "locales",
          map(TEXTS, Limits.TEMPLATE_LOCALES),
          content -> content.locales().isEmpty() ? null : content.locales(),
          "What it says in other languages, by language tag such as `de` or `de-AT`.");

  /// A template without its name, which is part of the path.
  public static final Document<TemplateContent> CONTENT =
      CONTENTS.make(in -> TemplateContent.of(in.get(DEFAULT), in.get(LOCALES)));

  private static final Fields<Template> FIELDS =
      Fields.of("Template", "A version of a template. It never changes.");
  private static final Slot.Of<String> NAME = FIELDS.text("name", Template::name, "Its name.");
  private static final Slot.Count VERSION =
      FIELDS.count("version", Template::version, "Number of the version.");
  private static final Slot.Of<Instant> CREATED_AT =
      FIELDS.required("created_at", TIME, Template::createdAt, "When the version was stored.");
  private static final Slot.Included<TemplateContent> SAYS =
      FIELDS.include(CONTENT, Template::content);

  public static final Document<Template> DOCUMENT =
      FIELDS.make(
          in -> new Template(in.get(NAME), in.get(VERSION), in.get(CREATED_AT), in.get(SAYS)));

  public static final Document<DefinitionsJson.Listed<Template>> LIST =
      DefinitionsJson.of("TemplateList", DOCUMENT);

  private TemplateJson() {}
}
