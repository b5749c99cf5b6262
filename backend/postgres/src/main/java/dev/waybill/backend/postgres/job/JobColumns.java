package dev.waybill.backend.postgres.job;

import dev.waybill.Attempt;
import dev.waybill.Job;
import dev.waybill.JobText;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import dev.waybill.WaybillException;
import dev.waybill.backend.postgres.sql.Columns;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.ByteWriter;
import dev.waybill.bytes.JobBytes;
import dev.waybill.bytes.JobCodes;
import dev.waybill.record.LanePosition;
import dev.waybill.record.StoredJob;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The columns that waiting, running and finished jobs have in common.
final class JobColumns {

  private static final Logger LOG = System.getLogger(JobColumns.class.getName());

  private static final List<String> FIRST =
      List.of(
          "id uuid",
          "n int8",
          "change int8",
          "tenant text",
          "queue int4",
          "lane int2",
          "type text",
          "created int8",
          "updated int8",
          "run_at int8",
          "attempt int4",
          "generation int4",
          "errors int4",
          "crashes int4",
          "ready int8",
          "arrival int8",
          "size int8",
          "payload bytea",
          "blob text",
          "delay int8",
          "asked_at int8",
          "deadline int8",
          "timeout int8",
          "retry bytea",
          "failure bytea",
          "attempts bytea",
          "tags text");

  /// The columns of a new job that follow from its draft.
  static final List<String> ASKED =
      Stream.concat(
              Stream.of(
                  "id uuid",
                  "tenant text",
                  "queue int4",
                  "lane int2",
                  "type text",
                  "size int8",
                  "payload bytea",
                  "blob text",
                  "delay int8",
                  "asked_at int8",
                  "deadline int8",
                  "timeout int8",
                  "retry bytea",
                  "tags text"),
              texts())
          .toList();

  private static final List<String> ALL = Stream.concat(FIRST.stream(), texts()).toList();

  /// The types of the columns, and how to make arrays of them.
  static final List<String> TYPES =
      ALL.stream().map(column -> column.substring(column.indexOf(' ') + 1)).toList();

  private static final List<String> NAMES =
      ALL.stream().map(column -> column.substring(0, column.indexOf(' '))).toList();

  static final String LIST = String.join(", ", NAMES);

  /// Values of columns that come from `unnest` as `u`.
  static final String FROM_ARRAYS =
      NAMES.stream()
          .map(name -> name.equals("tags") ? "u.tags::text[]" : "u." + name)
          .collect(Collectors.joining(", "));

  /// Jobs that wait or run, as `l`, with the lease as `r`.
  static final String LIVE =
      "select "
          + of("l")
          + ", case when r.id is null then 1 else 2 end as state, coalesce(r.cancel, false) as"
          + " cancel, r.worker as worker, r.started as started, coalesce(r.until, 0) as until,"
          + " coalesce(r.updated, l.updated) as touched, null::bytea as result, (select name from {queue}"
          + " where n = l.queue) as queue_name from {live} l left join {running} r on r.id = l.id";

  /// Jobs that have ended, as `f`.
  static final String FINISHED =
      "select "
          + of("f")
          + ", f.state as state, f.cancel as cancel, f.worker as worker, f.started as started, 0::int8"
          + " as until, f.updated as touched, f.result as result, (select name from {queue} where n ="
          + " f.queue) as queue_name from {finished} f";

  private JobColumns() {}

  private static Stream<String> texts() {
    return Stream.of(JobText.values()).map(text -> text.field() + " text");
  }

  /// The columns of a table with this alias.
  static String of(String alias) {
    return NAMES.stream().map(name -> alias + "." + name).collect(Collectors.joining(", "));
  }

  static Columns rows(String... more) {
    return new Columns(Stream.concat(TYPES.stream(), Stream.of(more)).toList());
  }

  static String unnest(String... more) {
    List<String> types = Stream.concat(TYPES.stream(), Stream.of(more)).toList();
    return "unnest(" + Columns.unnest(types) + ")";
  }

  /// @param attempts those that are not in columns of their own
  static Object[] values(JobRow row, List<Attempt> attempts) {
    StoredJob job = row.record();
    NewJob asked = job.draft().job();
    Job.Progress progress = job.progress();
    Payload payload = asked.payload();
    List<@Nullable Object> values = new ArrayList<>();
    values.addAll(List.of(row.uuid(), row.n(), row.change(), job.key().tenant(), row.queue()));
    values.addAll(List.of((short) JobCodes.of(asked.priority()), asked.type()));
    values.addAll(List.of(job.createdAt().toEpochMilli(), progress.updatedAt().toEpochMilli()));
    values.addAll(List.of(progress.runAt().toEpochMilli(), progress.attempt()));
    values.addAll(List.of(progress.generation(), progress.errors(), progress.crashes()));
    values.addAll(List.of(job.position().ready(), job.position().arrival(), payload.size()));
    addTimes(values, asked);
    values.add(JobRow.bytes(progress.failure()));
    values.add(JobRow.bytes(attempts));
    addTexts(values, asked);
    return values.toArray();
  }

  /// The values of [#ASKED].
  static @Nullable Object[] asked(Draft draft, int queue) {
    NewJob asked = draft.job();
    List<@Nullable Object> values = new ArrayList<>();
    values.addAll(List.of(JobRow.uuid(draft.key().id()), draft.key().tenant(), queue));
    values.addAll(List.of((short) JobCodes.of(asked.priority()), asked.type()));
    values.add(asked.payload().size());
    addTimes(values, asked);
    addTexts(values, asked);
    return values.toArray();
  }

  private static void addTimes(List<@Nullable Object> values, NewJob asked) {
    Payload payload = asked.payload();
    values.add(payload.blob() == null ? payload.bytesWithoutCopy() : null);
    values.add(payload.blob());
    values.add(asked.delay().isZero() ? null : asked.delay().toMillis());
    values.add(millis(asked.runAt()));
    values.add(millis(asked.deadline()));
    values.add(asked.timeout() == null ? null : asked.timeout().toMillis());
    values.add(bytes(asked.retry()));
  }

  private static void addTexts(List<@Nullable Object> values, NewJob asked) {
    values.add(Columns.literal(asked.tags()));
    for (JobText text : JobText.values()) {
      values.add(text.of(asked));
    }
  }

  static @Nullable Long millis(@Nullable Instant time) {
    return time == null ? null : (Long) time.toEpochMilli();
  }

  private static byte @Nullable [] bytes(@Nullable RetryPolicy policy) {
    if (policy == null) {
      return null;
    }
    ByteWriter out = new ByteWriter(48);
    JobBytes.writeRetry(out, policy);
    return out.copy();
  }

  static JobRow read(ResultSet row) throws SQLException {
    State state = JobCodes.state(row.getInt("state"));
    boolean runs = state == State.RUNNING;
    byte[] failure = row.getBytes("failure");
    byte[] result = row.getBytes("result");
    Job.Progress progress =
        Job.Progress.builder()
            .state(state)
            .attempt(row.getInt("attempt"))
            .generation(row.getInt("generation"))
            .errors(row.getInt("errors"))
            .crashes(row.getInt("crashes"))
            .runAt(Instant.ofEpochMilli(row.getLong("run_at")))
            .updatedAt(Instant.ofEpochMilli(row.getLong("touched")))
            .cancelRequested(row.getBoolean("cancel"))
            .worker(runs ? row.getString("worker") : null)
            .leaseUntil(runs ? Instant.ofEpochMilli(row.getLong("until")) : null)
            .result(result == null ? null : JobBytes.readPayload(new ByteReader(result)))
            .failure(failure == null ? null : JobBytes.readFailure(new ByteReader(failure)))
            .build();
    StoredJob job =
        new StoredJob(
            draft(row),
            Instant.ofEpochMilli(row.getLong("created")),
            progress,
            new LanePosition(row.getLong("ready"), row.getLong("arrival")),
            attempts(row, progress));
    return new JobRow(
        row.getLong("n"), row.getLong("change"), row.getInt("queue"), row.getLong("until"), job);
  }

  private static List<Attempt> attempts(ResultSet row, Job.Progress progress) throws SQLException {
    List<Attempt> attempts = JobRow.attempts(row.getBytes("attempts"));
    String worker = row.getString("worker");
    if (worker != null) {
      Instant started = Instant.ofEpochMilli(row.getLong("started"));
      Attempt last = new Attempt(progress.attempt(), worker, started, null, null, null);
      attempts.add(
          progress.state() == State.RUNNING
              ? last
              : last.ended(progress.updatedAt(), Attempt.Ending.COMPLETED, null));
    }
    int surplus = Math.max(0, attempts.size() - dev.waybill.settings.Limits.ATTEMPTS_KEPT);
    return attempts.subList(surplus, attempts.size());
  }

  private static Draft draft(ResultSet row) throws SQLException {
    NewJob.Builder job =
        NewJob.builder(row.getString("type"))
            .queue(row.getString("queue_name"))
            .priority(JobCodes.priority(row.getInt("lane")))
            .payload(payload(row))
            .delay(Duration.ofMillis(row.getLong("delay")))
            .runAt(time(row, "asked_at"))
            .deadline(time(row, "deadline"))
            .tags(tags(row.getArray("tags")));
    long timeout = row.getLong("timeout");
    job.timeout(row.wasNull() ? null : Duration.ofMillis(timeout));
    job.retry(retry(row.getBytes("retry")));
    for (JobText text : JobText.values()) {
      text.set(job, row.getString(text.field()));
    }
    JobKey key = new JobKey(row.getString("tenant"), JobRow.id(row.getObject("id", UUID.class)));
    return new Draft(key, job.build(), null);
  }

  /// A policy that cannot be read counts as none: one row must not keep all others from being read.
  private static @Nullable RetryPolicy retry(byte @Nullable [] bytes) {
    try {
      return bytes == null ? null : JobBytes.readRetry(new ByteReader(bytes));
    } catch (IndexOutOfBoundsException | WaybillException damaged) {
      LOG.log(Level.WARNING, "a retry policy cannot be read: {0}", damaged.getMessage());
      return null;
    }
  }

  private static Payload payload(ResultSet row) throws SQLException {
    String blob = row.getString("blob");
    return blob == null
        ? Payload.wrap(row.getBytes("payload"))
        : Payload.claim(blob, row.getLong("size"));
  }

  private static @Nullable Instant time(ResultSet row, String column) throws SQLException {
    long millis = row.getLong(column);
    return row.wasNull() ? null : Instant.ofEpochMilli(millis);
  }

  private static Set<String> tags(@Nullable Array tags) throws SQLException {
    return tags == null ? Set.of() : new TreeSet<>(List.of((String[]) tags.getArray()));
  }
}
