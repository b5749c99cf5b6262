package dev.waybill.server.http;

import dev.waybill.wire.Document;
import dev.waybill.wire.Fields;

/// Answers that several routes give.
final class Replies {

  static final Document<Boolean> DONE = removed();

  private Replies() {}

  static Reply done() {
    return Reply.json(200, DONE, true);
  }

  private static Document<Boolean> removed() {
    Fields<Boolean> fields = Fields.of("Removed", "It is deleted.");
    var done = fields.flag("done", value -> value, "Always true.");
    return fields.make(in -> in.get(done));
  }
}
