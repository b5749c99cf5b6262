package dev.waybill.backend.nats;

import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.JobText;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.backend.nats.LedgerJson.Fields;
import dev.waybill.backend.support.ArchivedJob;
import dev.waybill.backend.support.HistoryLog.Deletion;
import dev.waybill.backend.support.HistoryLog.Entry;
import dev.waybill.backend.support.JobChange;
import dev.waybill.spi.JobKey;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/// Encodes finished and deleted jobs as JSON that any client of NATS can read. The field `record`
/// has what Waybill needs in addition.
final class HistoryJson {

  private static final String BLOB = "_blob";
  private static final String SIZE = "_size";

  private HistoryJson() {}

  static byte[] write(ArchivedJob archived) {
    Job job = archived.job();
    return LedgerJson.written(
        out -> {
          out.writeStringProperty("id", job.id().toString());
          out.writeStringProperty("tenant", job.tenant());
          request(out, job.request());
          out.writeStringProperty("state", state(job));
          out.writeStringProperty("created_at", job.createdAt().toString());
          out.writeStringProperty("ended_at", job.progress().updatedAt().toString());
          out.writeNumberProperty("attempt", job.attempt());
          out.writeNumberProperty("errors", job.progress().errors());
          failure(out, job.progress().failure());
          data(out, "payload", job.payload());
          job.result().ifPresent(result -> data(out, "result", result));
          out.writeNumberProperty("version", archived.version());
          out.writeStringProperty("record", Base64.getEncoder().encodeToString(archived.rest()));
        });
  }

  /// A state change, without payload and result.
  static byte[] write(JobChange change) {
    Job job = change.job();
    return LedgerJson.written(
        out -> {
          out.writeStringProperty("id", job.id().toString());
          out.writeStringProperty("tenant", job.tenant());
          request(out, job.request());
          out.writeStringProperty("state", state(job));
          out.writeStringProperty("at", job.progress().updatedAt().toString());
          out.writeStringProperty("created_at", job.createdAt().toString());
          out.writeNumberProperty("attempt", job.attempt());
          out.writeNumberProperty("errors", job.progress().errors());
          failure(out, job.progress().failure());
          out.writeNumberProperty("version", change.version());
        });
  }

  static String state(Job job) {
    return job.state().name().toLowerCase(Locale.ROOT);
  }

  private static void request(JsonGenerator out, NewJob job) {
    out.writeStringProperty("queue", job.queue());
    out.writeStringProperty("type", job.type());
    out.writeStringProperty("priority", job.priority().name().toLowerCase(Locale.ROOT));
    for (JobText text : JobText.FILTERS) {
      String value = text.of(job);
      if (value != null) {
        out.writeStringProperty(text.field(), value);
      }
    }
    if (!job.tags().isEmpty()) {
      out.writeName("tags");
      out.writeStartArray();
      job.tags().forEach(out::writeString);
      out.writeEndArray();
    }
  }

  private static void failure(JsonGenerator out, @Nullable Failure failure) {
    if (failure != null) {
      out.writeName("error");
      out.writeStartObject();
      out.writeStringProperty("class", failure.errorClass());
      out.writeStringProperty("message", failure.message());
      out.writeEndObject();
    }
  }

  private static void data(JsonGenerator out, String name, Payload payload) {
    String blob = payload.blob();
    if (blob == null) {
      LedgerJson.data(out, name, payload.bytesWithoutCopy());
    } else {
      out.writeStringProperty(name + BLOB, blob);
      out.writeNumberProperty(name + SIZE, payload.size());
    }
  }

  static ArchivedJob job(byte[] json) {
    Fields fields = Fields.read(json);
    byte[] rest = Base64.getDecoder().decode(fields.text("record"));
    Payload payload = data(fields, "payload").orElse(Payload.empty());
    return ArchivedJob.of(rest, payload, data(fields, "result").orElse(null));
  }

  private static Optional<Payload> data(Fields fields, String name) {
    Optional<String> blob = fields.optional(name + BLOB);
    return blob.isPresent()
        ? Optional.of(Payload.claim(blob.get(), fields.number(name + SIZE)))
        : fields.data(name).map(Payload::wrap);
  }

  static byte[] write(List<Deletion> jobs, Instant at) {
    return LedgerJson.written(
        out -> {
          out.writeStringProperty("state", "deleted");
          out.writeStringProperty("at", at.toString());
          out.writeName("jobs");
          out.writeStartArray();
          jobs.forEach(job -> out.writeString(text(job)));
          out.writeEndArray();
        });
  }

  static Entry.Deleted deleted(long position, byte[] json) {
    Fields fields = Fields.read(json);
    return new Entry.Deleted(
        position,
        Instant.parse(fields.text("at")),
        LedgerJson.texts(fields.text("jobs").getBytes(StandardCharsets.UTF_8)).stream()
            .map(HistoryJson::deletion)
            .toList());
  }

  /// For example `acme/019a4b1e-…@7`: tenant, ID and version.
  private static String text(Deletion job) {
    return job.job().tenant() + "/" + job.job().id() + "@" + job.version();
  }

  private static Deletion deletion(String text) {
    int slash = text.lastIndexOf('/');
    int at = text.lastIndexOf('@');
    JobId id = JobId.parse(text.substring(slash + 1, at));
    return new Deletion(
        new JobKey(text.substring(0, slash), id), Long.parseLong(text.substring(at + 1)));
  }
}
