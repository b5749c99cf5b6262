package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.ANY;
import static dev.waybill.wire.Shape.Scalar.BASE64;
import static dev.waybill.wire.Shape.Scalar.SPAN;
import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.Scalar.TIME;
import static dev.waybill.wire.Shape.optional;
import static dev.waybill.wire.Shape.required;

import dev.waybill.Limits;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

public final class NewJobJson {

  public static final Shape SHAPE =
      Shape.of(
          "NewJob",
          "What a caller asks for.",
          required("type", TEXT, "What kind of work it is."),
          optional("queue", TEXT, "The queue it waits in; `default`."),
          optional("payload", ANY, "Any JSON value, stored byte for byte."),
          optional("payload_base64", BASE64, "Any bytes; not together with `payload`."),
          optional("priority", Shape.Words.of(Priority.class), "The lane; `normal`."),
          optional("request_id", TEXT, "Your own key: the same key is the same job."),
          optional("correlation_id", TEXT, "Carried along, to find what belongs together."),
          optional("trace_context", TEXT, "A W3C `traceparent`; that of the call if left out."),
          optional("tags", new Shape.Items(TEXT), "Up to 32."),
          optional("delay", SPAN, "How long to wait before it may start."),
          optional("run_at", TIME, "Not before this time; not together with `delay`."),
          optional("deadline", TIME, "Not started after this time."),
          optional("timeout", SPAN, "How long one attempt may run."),
          optional(
              "retry",
              new Shape.Part(RetryPolicyJson.SHAPE),
              "The policy of this job; that of its type if left out."));

  private NewJobJson() {}

  public static NewJob read(JsonIn in) {
    Found found = new Found();
    in.object(SHAPE, field -> found.read(in, field));
    return found.job();
  }

  public static void write(JsonOut out, NewJob job) {
    out.text("type", job.type());
    out.text("queue", job.queue());
    out.payload("payload", job.payload().size() == 0 ? null : job.payload());
    out.word("priority", job.priority());
    out.text("request_id", job.requestId());
    out.text("correlation_id", job.correlationId());
    out.text("trace_context", job.traceContext());
    if (!job.tags().isEmpty()) {
      out.texts("tags", job.tags());
    }
    out.span("delay", job.delay().isZero() ? null : job.delay());
    out.time("run_at", job.runAt());
    out.time("deadline", job.deadline());
    out.span("timeout", job.timeout());
    writeRetry(out, job.retry());
  }

  static void writeRetry(JsonOut out, @Nullable RetryPolicy retry) {
    if (retry != null) {
      out.object("retry", fields -> RetryPolicyJson.write(fields, retry));
    }
  }

  /// What was read so far.
  private static final class Found {
    private String type = "";
    private @Nullable Payload payload;
    private NewJob.Builder rest = NewJob.builder("");

    void read(JsonIn in, String field) {
      switch (field) {
        case "type" -> type = in.text();
        case "queue" -> rest = rest.queue(in.text());
        case "payload" -> payload = PayloadFields.once(in, payload, in.raw());
        case "payload_base64" -> payload = PayloadFields.once(in, payload, in.base64());
        case "priority" -> rest = rest.priority(in.word(Priority.class));
        case "request_id" -> rest = rest.requestId(in.text());
        case "correlation_id" -> rest = rest.correlationId(in.text());
        case "trace_context" -> rest = rest.traceContext(in.text());
        case "tags" -> rest = rest.tags(new TreeSet<>(in.texts(Limits.TAGS)));
        case "delay" -> rest = rest.delay(in.span());
        case "run_at" -> rest = rest.runAt(in.time());
        case "deadline" -> rest = rest.deadline(in.time());
        case "timeout" -> rest = rest.timeout(in.span());
        case "retry" -> rest = rest.retry(RetryPolicyJson.read(in));
        default -> throw in.unread(field);
      }
    }

    /// The builder wants the type first; in the document it may come last.
    NewJob job() {
      NewJob read = rest.payload(payload == null ? Payload.empty() : payload).build();
      return new NewJob(
          read.queue(),
          type,
          read.payload(),
          read.priority(),
          read.requestId(),
          read.correlationId(),
          read.traceContext(),
          read.tags(),
          read.delay(),
          read.runAt(),
          read.deadline(),
          read.timeout(),
          read.retry());
    }
  }
}
