package dev.waybill.server.http.routes;

import dev.waybill.Payload;
import dev.waybill.server.http.api.ByteRange;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.api.RouteCall;
import java.util.HashMap;
import java.util.Map;

/// Answers with stored bytes, or with a range of them.
final class Downloads {

  private Downloads() {}

  /// @param mediaType of all bytes; ranges have [Route#BYTES]
  /// @param version distinguishes the bytes from others at the same path
  static Reply.Download reply(RouteCall call, Payload bytes, String mediaType, String version) {
    String etag = '"' + version + '"';
    ByteRange range = ByteRange.of(call, etag, bytes.size());
    Map<String, String> headers = new HashMap<>();
    headers.put("Content-Disposition", "attachment");
    headers.put("Accept-Ranges", "bytes");
    headers.put("ETag", etag);
    if (!range.whole()) {
      headers.put("Content-Range", range.contentRange());
    }
    return new Reply.Download(
        range.status(),
        range.whole() ? mediaType : Route.BYTES,
        range.length(),
        () -> bytes.open(range.from(), range.length()),
        headers);
  }
}
