package dev.waybill.server.http;

import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.wire.Encoding;
import dev.waybill.wire.JobEventJson;
import dev.waybill.wire.JsonOut;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/// How a stream of events is written.
///
/// Server-sent events are all called `event`, with their own type inside, and the last one `end`:
/// so no type that a worker chooses can be taken for the end.
record EventFormat(String mediaType, Encoding encoding) {

  static final String SSE = "text/event-stream";
  static final String NDJSON = "application/x-ndjson";

  static EventFormat sse() {
    return new EventFormat(SSE, Encoding.JSON_LINE);
  }

  static EventFormat ndjson() {
    return new EventFormat(NDJSON, Encoding.JSON_LINE);
  }

  EventFormat encodedAs(Encoding asked) {
    return asked == Encoding.BASE64 ? new EventFormat(mediaType, asked) : this;
  }

  byte[] event(JobEvent event) {
    String json = json(out -> JobEventJson.write(out, event));
    String text =
        isSse()
            ? "id: "
                + EventSelection.text(event.cursor())
                + "\nevent: event\ndata: "
                + json
                + "\n\n"
            : json + "\n";
    return text.getBytes(StandardCharsets.UTF_8);
  }

  byte[] end(Job job) {
    String text =
        isSse()
            ? "event: end\ndata: " + json(out -> out.word("state", job.state())) + "\n\n"
            : json(out -> out.object("end", end -> end.word("state", job.state()))) + "\n";
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /// A line that means nothing, so that both ends know that the other is there.
  String heartbeat() {
    return isSse() ? ": alive\n\n" : "\n";
  }

  private boolean isSse() {
    return mediaType.equals(SSE);
  }

  private String json(Consumer<JsonOut> fields) {
    return new String(JsonOut.write(encoding, fields), StandardCharsets.UTF_8);
  }
}
