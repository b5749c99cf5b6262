package dev.waybill.server.http.api;

import dev.waybill.wire.job.RemovedJson;
import dev.waybill.wire.json.Document;

/// Answers that several routes use.
public final class Replies {

  public static final Document<Boolean> DONE = RemovedJson.DOCUMENT;

  private Replies() {}

  public static Reply done() {
    return Reply.json(200, DONE, true);
  }
}
