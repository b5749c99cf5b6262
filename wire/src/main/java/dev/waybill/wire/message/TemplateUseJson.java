package dev.waybill.wire.message;

import static dev.waybill.wire.json.Codecs.COUNT;
import static dev.waybill.wire.json.Codecs.JSON;
import static dev.waybill.wire.json.Codecs.TEXT;

import dev.waybill.message.TemplateUse;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;

public final class TemplateUseJson {

  private static final Fields<TemplateUse> FIELDS =
      Fields.of("TemplateUse", "The template of a message.");
  private static final Slot.Of<String> NAME =
      FIELDS.text("name", TemplateUse::name, "Name of the template.");
  private static final Slot.Maybe<Integer> VERSION =
      FIELDS.optional(
          "version",
          COUNT,
          TemplateUse::version,
          "Version of the template; default is the newest, which the message then keeps.");
  private static final Slot.Maybe<String> LOCALE =
      FIELDS.optional("locale", TEXT, TemplateUse::locale, "Such as `de-AT`.");
  private static final Slot.Of<String> VARIABLES =
      FIELDS.or("{}", "variables", JSON, TemplateUse::variables, "Values for the template.");

  public static final Document<TemplateUse> DOCUMENT =
      FIELDS.make(
          in -> new TemplateUse(in.get(NAME), in.get(VERSION), in.get(LOCALE), in.get(VARIABLES)));

  private TemplateUseJson() {}
}
