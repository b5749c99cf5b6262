package dev.waybill.cli.admin;

import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.ListJson;
import java.util.List;

/// The result of one check.
///
/// @param text what was found and, if it is a problem, how to fix it
record DoctorFinding(String what, boolean good, String text) {

  static final Document<List<DoctorFinding>> LIST =
      ListJson.of(
          "Findings", "The results of all checks.", "findings", document(), Integer.MAX_VALUE);

  static DoctorFinding good(String what, String text) {
    return new DoctorFinding(what, true, text);
  }

  static DoctorFinding bad(String what, String text) {
    return new DoctorFinding(what, false, text);
  }

  private static Document<DoctorFinding> document() {
    Fields<DoctorFinding> fields = Fields.of("Finding", "The result of one check.");
    var what = fields.text("what", DoctorFinding::what, "What was checked.");
    var good = fields.flag("ok", DoctorFinding::good, "Whether the check passed.");
    var text =
        fields.text(
            "text", DoctorFinding::text, "What was found and, if it is a problem, how to fix it.");
    return fields.make(in -> new DoctorFinding(in.get(what), in.get(good), in.get(text)));
  }
}
