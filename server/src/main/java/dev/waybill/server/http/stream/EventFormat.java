package dev.waybill.server.http.stream;

import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.wire.job.JobEndJson;
import dev.waybill.wire.job.JobEventJson;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Encoding;
import java.nio.charset.StandardCharsets;

/// The format of a stream of events.
///
/// Server-sent events are all named `event`, with their own type inside, and the last one `end`: so
/// no type that a worker chooses can be mistaken for the end.
public record EventFormat(String mediaType, Encoding encoding) {

  public static final String SSE = "text/event-stream";
  public static final String NDJSON = "application/x-ndjson";

  public static EventFormat sse() {
    return new EventFormat(SSE, Encoding.JSON_LINE);
  }

  public static EventFormat ndjson() {
    return new EventFormat(NDJSON, Encoding.JSON_LINE);
  }

  public EventFormat encodedAs(Encoding asked) {
    return asked == Encoding.BASE64 ? new EventFormat(mediaType, asked) : this;
  }

  public byte[] event(JobEvent event) {
    String json = json(JobEventJson.DOCUMENT, event);
    String text =
        isSse()
            ? "id: " + event.cursor().wire() + "\nevent: event\ndata: " + json + "\n\n"
            : json + "\n";
    return text.getBytes(StandardCharsets.UTF_8);
  }

  public byte[] end(Job job) {
    String text =
        isSse()
            ? "event: end\ndata: " + json(JobEndJson.STATE, job.state()) + "\n\n"
            : json(JobEndJson.DOCUMENT, job.state()) + "\n";
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /// A line without meaning, which keeps the connection alive.
  public String heartbeat() {
    return isSse() ? ": alive\n\n" : "\n";
  }

  private boolean isSse() {
    return mediaType.equals(SSE);
  }

  private <T> String json(Document<T> document, T value) {
    return new String(document.bytes(encoding, value), StandardCharsets.UTF_8);
  }
}
