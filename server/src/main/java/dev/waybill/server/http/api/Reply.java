package dev.waybill.server.http.api;

import dev.waybill.Payload;
import dev.waybill.server.http.connection.StreamWriter;
import dev.waybill.wire.json.Encoding;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// The answer of a route.
public sealed interface Reply {

  /// A whole body.
  record Document(int status, String mediaType, Payload body, Map<String, String> headers)
      implements Reply {

    public Document with(Map<String, String> more) {
      Map<String, String> all = new HashMap<>(headers);
      all.putAll(more);
      return new Document(status, mediaType, body, all);
    }
  }

  /// A body that is written in pieces. `source` runs on the thread of the call and returns when the
  /// stream has ended.
  record Stream(String mediaType, Consumer<StreamWriter> source) implements Reply {}

  /// Stored bytes, read while they are written.
  ///
  /// @param length the number of bytes to send
  record Download(
      int status,
      String mediaType,
      long length,
      Supplier<InputStream> body,
      Map<String, String> headers)
      implements Reply {

    public Download with(Map<String, String> more) {
      Map<String, String> all = new HashMap<>(headers);
      all.putAll(more);
      return new Download(status, mediaType, length, body, all);
    }
  }

  static <T> Document json(int status, dev.waybill.wire.json.Document<T> kind, T value) {
    return json(status, Encoding.JSON, kind, value);
  }

  static <T> Document json(
      int status, Encoding encoding, dev.waybill.wire.json.Document<T> kind, T value) {
    Payload body = Payload.wrap(kind.bytes(encoding, value));
    return new Document(status, "application/json", body, Map.of());
  }

  static Document bytes(String mediaType, byte[] body) {
    return new Document(200, mediaType, Payload.wrap(body), Map.of());
  }

  static Document text(String mediaType, String text) {
    return new Document(200, mediaType, Payload.of(text), Map.of());
  }
}
