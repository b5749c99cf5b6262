package dev.waybill.wire.topic;

import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.word;

import dev.waybill.topic.Topic;
import dev.waybill.wire.DefinitionsJson;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;

public final class TopicJson {

  private static final Fields<Topic> FIELDS =
      Fields.of("TopicDefinition", "The settings of a topic.");
  private static final Slot.Of<Topic.Checking> CHECKING =
      FIELDS.or(
          Topic.Checking.KNOWN,
          "checking",
          word(Topic.Checking.class),
          Topic::checking,
          "Schema checks: events must match the schema of their type if there is one (`known`), a"
              + " schema is required (`required`), or nothing is checked (`off`); default"
              + " `known`.");
  private static final Slot.Of<String> DESCRIPTION =
      FIELDS.or(
          "",
          "description",
          TEXT,
          topic -> topic.description().isEmpty() ? null : topic.description(),
          "For people, up to 1,024 characters.");

  /// A topic without its name, which is part of the path.
  public static final Document<Topic> DEFINITION =
      FIELDS.make(in -> new Topic("", in.get(CHECKING), in.get(DESCRIPTION)));

  private static final Fields<Topic> NAMED = Fields.of("Topic", "A topic for events.");
  private static final Slot.Of<String> NAME =
      NAMED.text("name", Topic::name, "1 to 64 letters, digits, `.`, `_`, `:` or `-`.");
  private static final Slot.Included<Topic> REST = NAMED.include(DEFINITION, topic -> topic);

  public static final Document<Topic> DOCUMENT =
      NAMED.make(in -> in.get(REST).withName(in.get(NAME)));

  public static final Document<DefinitionsJson.Listed<Topic>> LIST =
      DefinitionsJson.of("TopicList", DOCUMENT);

  private TopicJson() {}
}
