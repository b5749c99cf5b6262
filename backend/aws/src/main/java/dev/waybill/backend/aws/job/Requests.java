package dev.waybill.backend.aws.job;

import dev.waybill.State;
import dev.waybill.backend.support.JobRecord;
import dev.waybill.bytes.JobCodes;
import dev.waybill.spi.Draft;
import dev.waybill.spi.Draft.Fingerprint;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The request IDs of jobs: an item each, which is written together with its job.
final class Requests {

  private static final String JOB = "request_job";
  private static final String HIGH = "print_high";
  private static final String LOW = "print_low";
  private static final String ENDED = "ended_as";
  private static final String BORN = "job_created";
  private static final String UNTIL = "known_until";

  /// A day more than needed: DynamoDB deletes late anyway, and this clock may be ahead.
  private static final Duration SLACK = Duration.ofDays(1);

  /// @param retired the outcome of a job that was pruned or is about to be
  record Entry(String job, Fingerprint fingerprint, @Nullable Retired retired) {}

  record Retired(State state, Instant createdAt, Instant until) {}

  private final JobTable table;

  Requests(JobTable table) {
    this.table = table;
  }

  static String key(Draft draft) {
    return Places.requestItem(
        draft.key().tenant(), Objects.requireNonNull(draft.job().requestId()));
  }

  static Map<String, AttributeValue> item(Draft draft) {
    Fingerprint print = fingerprint(draft);
    return Map.of(
        JobPlan.ID,
        Values.text(key(draft)),
        JOB,
        Values.text(draft.key().id().toString()),
        HIGH,
        Values.number(print.high()),
        LOW,
        Values.number(print.low()));
  }

  static Fingerprint fingerprint(Draft draft) {
    Fingerprint print = draft.fingerprint();
    return print == null ? new Fingerprint(0, 0) : print;
  }

  Optional<Entry> find(String tenant, String request) {
    return find(Places.requestItem(tenant, request));
  }

  Optional<Entry> find(String key) {
    return table.get(key).map(Requests::entry);
  }

  private static Entry entry(Map<String, AttributeValue> item) {
    Fingerprint print = new Fingerprint(Values.longOf(item, HIGH), Values.longOf(item, LOW));
    return new Entry(
        Values.textOf(item, JOB), print, item.containsKey(UNTIL) ? retired(item) : null);
  }

  private static Retired retired(Map<String, AttributeValue> item) {
    return new Retired(
        JobCodes.state((int) Values.longOf(item, ENDED)),
        Instant.ofEpochMilli(Values.longOf(item, BORN)),
        Instant.ofEpochMilli(Values.longOf(item, UNTIL)));
  }

  /// Keeps the outcome of a job that is about to be deleted with its request ID.
  void retire(JobRecord record, Instant until) {
    Map<String, AttributeValue> item = new HashMap<>(item(record.job().draft()));
    item.put(ENDED, Values.number(JobCodes.of(record.state())));
    item.put(BORN, Values.number(record.job().createdAt().toEpochMilli()));
    item.put(UNTIL, Values.number(until.toEpochMilli()));
    item.put(JobPlan.TTL, Values.number(until.plus(SLACK).getEpochSecond()));
    JobTable.happens(() -> table.putIf(item, JOB, record.key().id().toString()));
  }

  /// Deletes the request ID if it belongs to this job.
  void remove(Draft draft) {
    remove(key(draft), draft.key().id().toString());
  }

  void remove(String key, String job) {
    JobTable.happens(() -> table.removeIf(key, JOB, job));
  }
}
