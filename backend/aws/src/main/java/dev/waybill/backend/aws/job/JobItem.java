package dev.waybill.backend.aws.job;

import dev.waybill.JobText;
import dev.waybill.NewJob;
import dev.waybill.State;
import dev.waybill.backend.support.JobRecord;
import dev.waybill.backend.support.RecordCodec;
import dev.waybill.bytes.JobCodes;
import dev.waybill.record.StoredJob;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A job as an item: its record in bytes, and attributes for the indexes.
///
/// @param marks the last sequence of each attempt with events
record JobItem(JobRecord record, Map<Integer, Long> marks) {

  /// DynamoDB allows 400 KB with all attributes.
  private static final int MOST_BYTES = 380_000;

  /// A job that has been ready for this long is sent again: its message may be lost.
  static final Duration RESENT_AFTER = Duration.ofMinutes(5);

  /// The longest delay of a message.
  static final Duration LONGEST_DELAY = Duration.ofMinutes(15);

  /// How long before it is due a job with a longer delay is sent.
  static final Duration SENT_BEFORE = Duration.ofMinutes(2);

  static JobItem of(Map<String, AttributeValue> item) {
    Map<Integer, Long> marks = new TreeMap<>();
    @Nullable AttributeValue all = item.get(JobPlan.MARKS);
    if (all != null) {
      all.m().forEach((attempt, last) -> marks.put(Integer.valueOf(attempt), longOf(last)));
    }
    return new JobItem(RecordCodec.read(Values.bytesOf(item, JobPlan.RECORD)), marks);
  }

  private static long longOf(AttributeValue number) {
    return Long.parseLong(number.n());
  }

  static boolean isJob(Map<String, AttributeValue> item) {
    return item.containsKey(JobPlan.RECORD);
  }

  /// All attributes of a new job.
  static Map<String, AttributeValue> fresh(JobRecord record, long number) {
    NewJob job = record.job().draft().job();
    String tenant = record.key().tenant();
    Map<String, AttributeValue> item = new HashMap<>();
    item.put(JobPlan.ID, Values.text(record.key().id().toString()));
    item.put(JobPlan.TENANT, Values.text(tenant));
    item.put(JobPlan.QUEUE, Values.text(job.queue()));
    item.put(JobPlan.QUEUE_KEY, Values.text(Places.key(record.job().queue())));
    item.put(JobPlan.CREATED, Values.number(born(record)));
    item.put(JobPlan.SIZE, Values.number(job.payload().size()));
    item.put(JobPlan.MARKS, AttributeValue.fromM(Map.of()));
    item.put(JobPlan.FEED, Values.text(Places.feed(record.key().id())));
    item.put(JobPlan.CHANGED, Values.number(number));
    putText(item, JobPlan.REQUEST, job.requestId());
    String correlation = JobText.CORRELATION_ID.of(job);
    putText(
        item,
        JobPlan.CORRELATION_KEY,
        correlation == null ? null : Places.key(tenant, correlation));
    changing(record, false)
        .forEach(
            (name, value) -> {
              if (value != null) {
                item.put(name, value);
              }
            });
    return item;
  }

  private static void putText(
      Map<String, AttributeValue> item, String name, @Nullable String text) {
    if (text != null && !text.isEmpty()) {
      item.put(name, Values.text(text));
    }
  }

  /// Its position in lists.
  static BigDecimal born(JobRecord record) {
    return Values.pair(record.job().createdAt().toEpochMilli(), record.born());
  }

  /// The attributes that change with the record; null for those that it does not have.
  static Map<String, @Nullable AttributeValue> changing(JobRecord record, boolean hasEvents) {
    StoredJob job = record.job();
    Map<String, @Nullable AttributeValue> item = new HashMap<>();
    item.put(JobPlan.VERSION, Values.number(record.version()));
    item.put(JobPlan.RECORD, Values.bytes(bytes(record)));
    item.put(JobPlan.STATE, Values.number(JobCodes.of(job.state())));
    item.put(JobPlan.ATTEMPT, Values.number(job.progress().attempt()));
    item.put(JobPlan.UPDATED, Values.number(job.progress().updatedAt().toEpochMilli()));
    String place = place(job);
    item.put(JobPlan.PLACE, place == null ? null : Values.text(place));
    item.put(JobPlan.AT, place == null ? null : Values.number(at(job)));
    item.put(JobPlan.CHECK, Values.text(check(job, hasEvents)));
    item.put(JobPlan.CHECK_AT, Values.number(checkAt(job)));
    return item;
  }

  private static byte[] bytes(JobRecord record) {
    byte[] bytes = RecordCodec.write(record);
    return bytes.length <= MOST_BYTES ? bytes : RecordCodec.write(record.brief());
  }

  private static @Nullable String place(StoredJob job) {
    return switch (job.state()) {
      case SCHEDULED, QUEUED -> Places.lane(job.queue(), lane(job));
      case RUNNING -> Places.running(job.queue());
      case DEAD -> Places.dead(job.queue());
      case COMPLETED, FAILED, CANCELLED -> null;
    };
  }

  static int lane(StoredJob job) {
    return JobCodes.of(job.draft().job().priority());
  }

  private static BigDecimal at(StoredJob job) {
    return job.state().isWaiting()
        ? Values.pair(job.position().ready(), job.position().arrival())
        : Values.pair(job.progress().updatedAt().toEpochMilli(), 0);
  }

  private static String check(StoredJob job, boolean hasEvents) {
    String id = job.key().id().toString();
    State state = job.state();
    return switch (state) {
      case SCHEDULED, QUEUED -> Places.waiting(id);
      case RUNNING -> Places.leased(id);
      case COMPLETED, FAILED, CANCELLED, DEAD -> Places.ended(state, hasEvents, id);
    };
  }

  private static long checkAt(StoredJob job) {
    return switch (job.state()) {
      case SCHEDULED, QUEUED -> waitingCheck(job);
      case RUNNING -> Objects.requireNonNull(job.progress().leaseUntil()).toEpochMilli();
      case COMPLETED, FAILED, CANCELLED, DEAD -> job.progress().updatedAt().toEpochMilli();
    };
  }

  /// At its deadline, or when its message has to be sent, whichever is first.
  private static long waitingCheck(StoredJob job) {
    Instant ready = Instant.ofEpochMilli(job.position().ready());
    Instant since = job.progress().updatedAt();
    Instant sent = isSentAtOnce(ready, since) ? ready.plus(RESENT_AFTER) : ready.minus(SENT_BEFORE);
    return withDeadline(job, sent.toEpochMilli());
  }

  /// The earlier of a time and the deadline.
  static long withDeadline(StoredJob job, long time) {
    Instant deadline = job.draft().job().deadline();
    return deadline == null ? time : Math.min(time, deadline.toEpochMilli());
  }

  static boolean isSentAtOnce(Instant ready, Instant now) {
    return !ready.isAfter(now.plus(LONGEST_DELAY));
  }
}
