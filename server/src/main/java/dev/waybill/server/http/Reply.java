package dev.waybill.server.http;

import dev.waybill.Payload;
import dev.waybill.wire.Encoding;
import dev.waybill.wire.JsonOut;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/// What a route answers.
sealed interface Reply {

  /// A whole body.
  record Document(int status, String mediaType, Payload body, Map<String, String> headers)
      implements Reply {

    Document with(Map<String, String> more) {
      Map<String, String> all = new HashMap<>(headers);
      all.putAll(more);
      return new Document(status, mediaType, body, all);
    }
  }

  /// A body that is written bit by bit. `source` runs on the thread of the call and returns when
  /// the stream is over.
  record Stream(String mediaType, Consumer<StreamWriter> source) implements Reply {}

  static Document json(int status, Consumer<JsonOut> fields) {
    return json(status, Encoding.JSON, fields);
  }

  static Document json(int status, Encoding encoding, Consumer<JsonOut> fields) {
    return new Document(
        status, "application/json", Payload.wrap(JsonOut.write(encoding, fields)), Map.of());
  }

  static Document bytes(String mediaType, byte[] body) {
    return new Document(200, mediaType, Payload.wrap(body), Map.of());
  }

  static Document text(String mediaType, String text) {
    return new Document(200, mediaType, Payload.of(text), Map.of());
  }
}
