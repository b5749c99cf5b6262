package dev.waybill.wire.message;

import static dev.waybill.wire.json.Codecs.COUNT;
import static dev.waybill.wire.json.Codecs.JSON;
import static dev.waybill.wire.json.Codecs.TEXT;

import dev.waybill.message.MessageBody;
import dev.waybill.message.RenderedTemplate;
import dev.waybill.message.TemplateUse;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;

/// What to preview: a use of a template, whose name is part of the path, and a channel.
public record TemplatePreviewJson(TemplateUse use, String channel) {

  private static final Fields<TemplatePreviewJson> FIELDS =
      Fields.of("TemplatePreview", "How to fill in a template.");
  private static final Slot.Maybe<Integer> VERSION =
      FIELDS.optional("version", COUNT, ask -> ask.use().version(), "Default is the newest.");
  private static final Slot.Maybe<String> LOCALE =
      FIELDS.optional("locale", TEXT, ask -> ask.use().locale(), "Such as `de-AT`.");
  private static final Slot.Of<String> CHANNEL =
      FIELDS.or(
          "email",
          "channel",
          TEXT,
          TemplatePreviewJson::channel,
          "Decides how variables are escaped; default `email`.");
  private static final Slot.Of<String> VARIABLES =
      FIELDS.or("{}", "variables", JSON, ask -> ask.use().variables(), "Values for the template.");

  public static final Document<TemplatePreviewJson> DOCUMENT =
      FIELDS.make(
          in ->
              new TemplatePreviewJson(
                  new TemplateUse("", in.get(VERSION), in.get(LOCALE), in.get(VARIABLES)),
                  in.get(CHANNEL)));

  private static final Fields<RenderedTemplate> RENDERED_FIELDS =
      Fields.of("RenderedTemplate", "A template with its variables filled in.");
  private static final Slot.Count USED =
      RENDERED_FIELDS.count("version", RenderedTemplate::version, "Version that was used.");
  private static final Slot.Maybe<String> VARIANT =
      RENDERED_FIELDS.optional(
          "locale",
          TEXT,
          RenderedTemplate::locale,
          "Variant that was used; absent for the default.");
  private static final Slot.Maybe<String> SUBJECT =
      RENDERED_FIELDS.optional("subject", TEXT, RenderedTemplate::subject, "Subject or title.");
  private static final Slot.Of<MessageBody> BODY =
      RENDERED_FIELDS.required(
          "body", MessageBodyJson.DOCUMENT, RenderedTemplate::body, "The body.");

  public static final Document<RenderedTemplate> RENDERED =
      RENDERED_FIELDS.make(
          in -> new RenderedTemplate(in.get(USED), in.get(VARIANT), in.get(SUBJECT), in.get(BODY)));

  public TemplatePreviewJson withName(String name) {
    TemplateUse named = new TemplateUse(name, use.version(), use.locale(), use.variables());
    return new TemplatePreviewJson(named, channel);
  }
}
