package dev.waybill.wire.message;

import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.map;

import dev.waybill.message.MessageMetadata;
import dev.waybill.settings.Limits;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

public final class MessageMetadataJson {

  private static final Fields<MessageMetadata> FIELDS =
      Fields.of("MessageMetadata", "What the sender adds to find messages again.");
  private static final Slot.Of<List<String>> TAGS =
      FIELDS.some(
          "tags",
          TEXT,
          Limits.TAGS,
          metadata -> List.copyOf(metadata.tags()),
          "Up to 32 tags, such as `welcome`.");
  private static final Slot.Maybe<String> CAMPAIGN =
      FIELDS.optional("campaign", TEXT, MessageMetadata::campaign, "Name of a campaign.");
  private static final Slot.Of<Map<String, String>> LABELS =
      FIELDS.or(
          Map.of(),
          "labels",
          map(TEXT, Limits.TAGS),
          metadata -> metadata.labels().isEmpty() ? null : metadata.labels(),
          "Further names and values.");

  public static final Document<MessageMetadata> DOCUMENT =
      FIELDS.make(
          in -> MessageMetadata.of(new TreeSet<>(in.get(TAGS)), in.get(CAMPAIGN), in.get(LABELS)));

  private MessageMetadataJson() {}
}
