package dev.waybill.backend.aws.job;

import dev.waybill.backend.aws.link.AwsLayout;
import dev.waybill.backend.aws.link.TablePlan;
import dev.waybill.backend.aws.link.TablePlan.Index;
import dev.waybill.backend.aws.link.TablePlan.IndexKey;
import dev.waybill.backend.aws.link.TablePlan.Part;
import java.util.List;

/// The tables of jobs and of their events, and the names of their attributes.
public final class JobPlan {

  static final String ID = "job_id";
  static final String TENANT = "tenant";
  static final String QUEUE = "queue";
  static final String STATE = "state";
  static final String ATTEMPT = "attempt";
  static final String CREATED = "created_at";
  static final String UPDATED = "updated_at";
  static final String REQUEST = "request_id";

  /// The record of the job in bytes.
  static final String RECORD = "record";

  /// The number of writes of the record.
  static final String VERSION = "version";

  /// The bytes of the payload.
  static final String SIZE = "size";

  /// The last sequence of each attempt with events.
  static final String MARKS = "marks";

  static final String QUEUE_KEY = "queue_key";
  static final String CORRELATION_KEY = "correlation_key";

  /// Where a waiting, running or dead job is, and its order there.
  static final String PLACE = "place";

  static final String AT = "at";

  /// When maintenance looks at the job.
  static final String CHECK = "check_group";

  static final String CHECK_AT = "check_at";

  /// The order of changes.
  static final String FEED = "feed";

  static final String CHANGED = "changed";
  static final String TTL = "ttl";

  static final String BY_QUEUE = "GSI1";
  static final String BY_REQUEST = "GSI2";
  static final String BY_CORRELATION = "GSI3";
  static final String BY_PLACE = "GSI4";
  static final String BY_CHECK = "GSI5";
  static final String BY_CHANGE = "GSI6";

  static final String SEQUENCE = "sequence";
  static final String TIMESTAMP = "timestamp";
  static final String EVENT_TYPE = "event_type";
  static final String EVENT_PAYLOAD = "event_payload";

  private JobPlan() {}

  public static List<TablePlan> tables(AwsLayout layout) {
    return List.of(jobs(layout.jobsTable()), events(layout.eventsTable()));
  }

  private static TablePlan jobs(String name) {
    return TablePlan.of(name, new IndexKey(Part.text(ID), null))
        .withIndex(index(BY_QUEUE, QUEUE_KEY, CREATED))
        .withIndex(Index.global(BY_REQUEST, new IndexKey(Part.text(REQUEST), null)).with())
        .withIndex(index(BY_CORRELATION, CORRELATION_KEY, CREATED))
        .withIndex(index(BY_PLACE, PLACE, AT).with(SIZE))
        .withIndex(index(BY_CHECK, CHECK, CHECK_AT))
        .withIndex(index(BY_CHANGE, FEED, CHANGED))
        .withExpiry(TTL);
  }

  private static Index index(String name, String hash, String range) {
    return Index.global(name, new IndexKey(Part.text(hash), Part.number(range))).with();
  }

  private static TablePlan events(String name) {
    return TablePlan.of(name, new IndexKey(Part.text(ID), Part.number(SEQUENCE))).withExpiry(TTL);
  }
}
