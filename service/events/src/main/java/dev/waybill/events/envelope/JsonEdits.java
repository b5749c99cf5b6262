package dev.waybill.events.envelope;

import dev.waybill.Payload;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Edits single values of a JSON document and keeps all other bytes.
final class JsonEdits {

  private record Edit(JsonSpans.Span span, Payload text) {}

  private final byte[] json;
  private final List<Edit> edits = new ArrayList<>();

  JsonEdits(byte[] json) {
    this.json = json;
  }

  /// Replaces the value of a member, or adds the member after the last one.
  void put(JsonSpans.Span object, String name, byte[] value) {
    Map<String, JsonSpans.Span> members = JsonSpans.members(json, object);
    JsonSpans.Span present = members.get(name);
    if (present == null) {
      add(object, members, name, value);
    } else {
      edits.add(new Edit(present, Payload.wrap(value)));
    }
  }

  byte[] apply() {
    edits.sort(Comparator.comparingInt(edit -> edit.span().start()));
    ByteArrayOutputStream out = new ByteArrayOutputStream(json.length + 256);
    int from = 0;
    for (Edit edit : edits) {
      out.write(json, from, edit.span().start() - from);
      out.writeBytes(edit.text().bytesWithoutCopy());
      from = edit.span().end();
    }
    out.write(json, from, json.length - from);
    return out.toByteArray();
  }

  private void add(
      JsonSpans.Span object, Map<String, JsonSpans.Span> members, String name, byte[] value) {
    JsonSpans.@Nullable Span last = null;
    for (JsonSpans.Span member : members.values()) {
      last = member;
    }
    boolean more = last != null || hasAdded(object.start() + 1);
    int at = last == null ? object.start() + 1 : last.end();
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    text.writeBytes(((more ? "," : "") + "\"" + name + "\":").getBytes(StandardCharsets.UTF_8));
    text.writeBytes(value);
    edits.add(new Edit(new JsonSpans.Span(at, at), Payload.wrap(text.toByteArray())));
  }

  private boolean hasAdded(int at) {
    return edits.stream().anyMatch(edit -> edit.span().end() == at);
  }
}
