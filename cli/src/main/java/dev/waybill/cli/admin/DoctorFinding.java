package dev.waybill.cli.admin;

import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.ListJson;
import java.util.List;

/// One thing that was looked at.
///
/// @param text what was found and, where it is not good, what to do
record DoctorFinding(String what, boolean good, String text) {

  static final Document<List<DoctorFinding>> LIST =
      ListJson.of("Findings", "What was checked.", "findings", document(), Integer.MAX_VALUE);

  static DoctorFinding good(String what, String text) {
    return new DoctorFinding(what, true, text);
  }

  static DoctorFinding bad(String what, String text) {
    return new DoctorFinding(what, false, text);
  }

  private static Document<DoctorFinding> document() {
    Fields<DoctorFinding> fields = Fields.of("Finding", "One check.");
    var what = fields.text("what", DoctorFinding::what, "What was checked.");
    var good = fields.flag("ok", DoctorFinding::good, "Whether it is as it should be.");
    var text = fields.text("text", DoctorFinding::text, "What was found, and what to do about it.");
    return fields.make(in -> new DoctorFinding(in.get(what), in.get(good), in.get(text)));
  }
}
