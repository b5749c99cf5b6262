package dev.waybill.events.envelope;

import dev.waybill.Payload;
import dev.waybill.base.Text;
import dev.waybill.settings.Limits;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// An event of the bus as a consumer sees it. A consumer may change only the retry count and the
/// metadata, so this class edits the bytes and keeps everything else unchanged.
public final class ConsumedEvent {

  /// The maximum number of errors in the history.
  public static final int ERRORS_KEPT = 20;

  /// The maximum length of an error in the history.
  public static final int ERROR_LENGTH = 1_024;

  private static final String HISTORY = "error_history";

  private final byte[] json;
  private final ObjectNode tree;

  /// A failed attempt to process the event.
  public record PastError(String error, Instant at) {}

  private ConsumedEvent(byte[] json, ObjectNode tree) {
    this.json = json;
    this.tree = tree;
  }

  /// Reads any JSON object, also of an unknown version.
  public static ConsumedEvent read(Payload payload) {
    byte[] json = payload.bytesWithoutCopy();
    StrictJson.size(json, Envelopes.MAX_BYTES);
    return new ConsumedEvent(json, StrictJson.object(json));
  }

  /// The number of failures so far.
  public int retries() {
    JsonNode value = fields().get("retries");
    if (value == null) {
      return 0;
    }
    Invalid.check(
        value.isIntegralNumber() && value.canConvertToInt() && value.intValue() >= 0,
        "/retries",
        "must be an integer of at least 0",
        value.toString());
    return value.intValue();
  }

  /// The event after one more failure: `retries` + 1, the error in `metadata.last_error` and at the
  /// end of `metadata.error_history`. All other bytes are unchanged.
  public Payload failed(String error, Instant now) {
    return failed(List.of(new PastError(error, now)));
  }

  /// The event after several failures, as if they were added one by one.
  ///
  /// @param errors at least one, oldest first
  public Payload failed(List<PastError> errors) {
    int before = retries();
    Invalid.check(
        before <= Integer.MAX_VALUE - errors.size(), "/retries", "is too large to be increased");
    JsonSpans.Span event = JsonSpans.document(json);
    JsonEdits edits = new JsonEdits(json);
    int after = before + errors.size();
    edits.put(event, "retries", bytes(StrictJson.MAPPER.getNodeFactory().numberNode(after)));
    byte[] last = text(errors.getLast().error(), Limits.ERROR_MESSAGE_LENGTH);
    List<byte[]> entries = entries(errors, before);
    JsonSpans.Span metadata = JsonSpans.members(json, event).get("metadata");
    if (metadata == null || fields().get("metadata") == null) {
      edits.put(event, "metadata", newMetadata(last, entries));
    } else {
      fields().object("metadata");
      edits.put(metadata, "last_error", last);
      edits.put(metadata, HISTORY, history(metadata, entries));
    }
    return Payload.wrap(edits.apply());
  }

  private ObjectFields fields() {
    return KnownKind.FREE_FOOD_EVENT.fields(tree);
  }

  private static byte[] newMetadata(byte[] last, List<byte[]> entries) {
    JsonEdits edits = new JsonEdits(new byte[] {'{', '}'});
    JsonSpans.Span empty = new JsonSpans.Span(0, 2);
    edits.put(empty, "last_error", last);
    edits.put(empty, HISTORY, array(latest(entries)));
    return edits.apply();
  }

  /// The last entries unchanged, followed by the new ones. A value that is not a list becomes its
  /// first entry.
  private byte[] history(JsonSpans.Span metadata, List<byte[]> added) {
    JsonSpans.@Nullable Span present = JsonSpans.members(json, metadata).get(HISTORY);
    List<JsonSpans.Span> before =
        present == null
            ? List.of()
            : json[present.start()] == '[' ? JsonSpans.elements(json, present) : List.of(present);
    List<byte[]> entries = new ArrayList<>();
    latest(before).forEach(span -> entries.add(span.of(json)));
    entries.addAll(added);
    return array(latest(entries));
  }

  private static <T> List<T> latest(List<T> entries) {
    return entries.subList(Math.max(0, entries.size() - ERRORS_KEPT), entries.size());
  }

  private static List<byte[]> entries(List<PastError> errors, int before) {
    List<byte[]> entries = new ArrayList<>();
    int retries = before;
    for (PastError past : errors) {
      retries++;
      entries.add(entry(past.error(), past.at(), retries));
    }
    return entries;
  }

  private static byte[] array(List<byte[]> values) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    char before = '[';
    for (byte[] value : values) {
      out.write(before);
      out.writeBytes(value);
      before = ',';
    }
    out.write(']');
    return out.toByteArray();
  }

  private static byte[] entry(String error, Instant now, int retries) {
    ObjectNode entry = StrictJson.MAPPER.createObjectNode();
    entry.put("at", now.toString());
    entry.put("error", Text.storable(error, ERROR_LENGTH));
    entry.put("retries", retries);
    return bytes(entry);
  }

  private static byte[] text(String text, int longest) {
    String kept = Text.storable(text, longest);
    return bytes(StrictJson.MAPPER.getNodeFactory().stringNode(kept));
  }

  private static byte[] bytes(JsonNode node) {
    return StrictJson.MAPPER.writeValueAsBytes(node);
  }
}
