package dev.waybill.cli.admin;

import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.ListJson;
import java.util.List;

/// One thing that was looked at.
///
/// @param text what was found and, where it is not good, what to do
record Finding(String what, boolean good, String text) {

  static final Document<List<Finding>> LIST =
      ListJson.of("Findings", "What was checked.", "findings", document(), Integer.MAX_VALUE);

  static Finding good(String what, String text) {
    return new Finding(what, true, text);
  }

  static Finding bad(String what, String text) {
    return new Finding(what, false, text);
  }

  private static Document<Finding> document() {
    Fields<Finding> fields = Fields.of("Finding", "One check.");
    var what = fields.text("what", Finding::what, "What was checked.");
    var good = fields.flag("ok", Finding::good, "Whether it is as it should be.");
    var text = fields.text("text", Finding::text, "What was found, and what to do about it.");
    return fields.make(in -> new Finding(in.get(what), in.get(good), in.get(text)));
  }
}
