package dev.waybill.server.http;

import static dev.waybill.wire.Shape.Scalar.FLAG;
import static dev.waybill.wire.Shape.required;

import dev.waybill.wire.Shape;

/// Answers that several routes give.
final class Replies {

  static final Shape DONE =
      Shape.of("Removed", "It is gone.", required("done", FLAG, "Always true."));

  private Replies() {}

  static Reply done() {
    return Reply.json(200, out -> out.flag("done", true));
  }
}
