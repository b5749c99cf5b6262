package dev.waybill.events.filter;

import dev.waybill.Code;
import dev.waybill.WaybillException;

/// A position in a policy, as a JSON pointer.
record PolicyPointer(String pointer) {

  static final PolicyPointer TOP = new PolicyPointer("");

  PolicyPointer key(String name) {
    return new PolicyPointer(pointer + "/" + name.replace("~", "~0").replace("/", "~1"));
  }

  PolicyPointer element(int index) {
    return new PolicyPointer(pointer + "/" + index);
  }

  /// A refusal with the problem at this position, and what to do.
  WaybillException refused(String message) {
    String where = pointer.isEmpty() ? "" : " at \"" + Wording.oneLine(pointer) + "\"";
    return new WaybillException(Code.INVALID_ARGUMENT, "filter policy" + where + ": " + message);
  }
}
