package dev.waybill.server.http;

import dev.waybill.wire.Document;
import dev.waybill.wire.RemovedJson;

/// Answers that several routes give.
final class Replies {

  static final Document<Boolean> DONE = RemovedJson.DOCUMENT;

  private Replies() {}

  static Reply done() {
    return Reply.json(200, DONE, true);
  }
}
