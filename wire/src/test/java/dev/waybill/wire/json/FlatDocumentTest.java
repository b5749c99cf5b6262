package dev.waybill.wire.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.RetryPolicy;
import dev.waybill.wire.job.FailureJson;
import dev.waybill.wire.job.JobJson;
import dev.waybill.wire.json.FlatDocument.Column;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class FlatDocumentTest {

  private static final Instant NOW = Instant.parse("2026-11-17T21:00:00.125Z");
  private static final FlatDocument<Job> JOBS = new FlatDocument<>(JobJson.DOCUMENT, Set.of());

  @Test
  void fields_of_nested_documents_are_columns_with_a_prefix() {
    assertThat(JOBS.columns())
        .contains(
            new Column("id", FlatDocument.Type.TEXT),
            new Column("attempt", FlatDocument.Type.WHOLE),
            new Column("cancel_requested", FlatDocument.Type.FLAG),
            new Column("created_at", FlatDocument.Type.TIME),
            new Column("retry_max_errors", FlatDocument.Type.WHOLE),
            new Column("retry_factor", FlatDocument.Type.DECIMAL),
            new Column("tags", FlatDocument.Type.TEXT),
            new Column("payload", FlatDocument.Type.TEXT),
            new Column("payload_base64", FlatDocument.Type.TEXT),
            new Column("failure_message", FlatDocument.Type.TEXT))
        .extracting(Column::name)
        .doesNotHaveDuplicates();
  }

  @Test
  void values_have_the_types_of_their_columns() {
    Map<String, @Nullable Object> row = row(JOBS, job(Payload.of("{\"a\":\n[1, 2]}")));
    assertThat(row)
        .containsEntry("queue", "mails")
        .containsEntry("state", "queued")
        .containsEntry("attempt", 1L)
        .containsEntry("cancel_requested", false)
        .containsEntry("created_at", NOW)
        .containsEntry("retry_factor", RetryPolicy.DEFAULT.factor())
        .containsEntry("tags", "[\"a\",\"b\\\"c\"]")
        .containsEntry("payload", "{\"a\": [1, 2]}")
        .containsEntry("failure_message", "Grüße 𝄞");
  }

  @Test
  void fields_that_are_left_out_are_null() {
    assertThat(row(JOBS, job(Payload.of(new byte[] {(byte) 0xFF}))))
        .containsEntry("payload", null)
        .containsEntry("payload_base64", "/w==")
        .containsEntry("worker", null)
        .containsEntry("result", null);
  }

  @Test
  void omitted_fields_are_in_no_row_and_no_line() {
    FlatDocument<Job> few = new FlatDocument<>(JobJson.DOCUMENT, Set.of("payload", "failure"));
    assertThat(few.columns())
        .extracting(Column::name)
        .contains("tags", "result", "payload_base64")
        .doesNotContain("payload", "failure_message");
    Job job = job(Payload.of("{\"payload\": 1}"));
    assertThat(row(few, job).values()).doesNotContain("{\"payload\": 1}", "Grüße 𝄞");
    Job same =
        job.withRequest(job.request().toBuilder().payload(Payload.empty()).build())
            .withProgress(job.progress().withFailure(null));
    assertThat(line(few, job)).isEqualTo(line(JOBS, same));
  }

  @Test
  void a_line_is_the_document() {
    Job job = job(Payload.of("{\"a\":\n[1, 2]}"));
    assertThat(line(JOBS, job)).doesNotContain("\n").contains("\"payload\":{\"a\": [1, 2]}");
    assertThat(JobJson.DOCUMENT.read(JOBS.line(job)).id()).isEqualTo(job.id());
  }

  @Test
  void fields_that_would_be_the_same_column_are_refused() {
    Fields<Job> fields = Fields.of("Twice", "Two fields.");
    fields.text("failure_message", Job::queue, "A text.");
    fields.optional(
        "failure", FailureJson.DOCUMENT, job -> job.progress().failure(), "A document.");
    Document<Job> twice = fields.make(_ -> job(Payload.empty()));
    assertThatThrownBy(() -> new FlatDocument<>(twice, Set.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Job job(Payload payload) {
    NewJob request =
        NewJob.builder("t")
            .queue("mails")
            .tags(Set.of("a", "b\"c"))
            .retry(RetryPolicy.DEFAULT)
            .payload(payload)
            .build();
    return new Job(
        JobId.parse("00000000-0000-7000-8000-000000000000"),
        "default",
        NOW,
        request,
        Job.Progress.waiting(NOW, NOW).withFailure(new Failure("error", "Grüße 𝄞", "")));
  }

  private static String line(FlatDocument<Job> table, Job job) {
    return new String(table.line(job), StandardCharsets.UTF_8);
  }

  private static Map<String, @Nullable Object> row(FlatDocument<Job> table, Job job) {
    Map<String, @Nullable Object> named = new HashMap<>();
    List<Column> columns = table.columns();
    @Nullable Object[] values = table.row(job);
    for (int i = 0; i < values.length; i++) {
      named.put(columns.get(i).name(), values[i]);
    }
    return named;
  }
}
