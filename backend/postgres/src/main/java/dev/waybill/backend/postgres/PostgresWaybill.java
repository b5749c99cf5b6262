package dev.waybill.backend.postgres;

import dev.waybill.Code;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.RetryPolicy;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.backend.postgres.sql.PostgresConfig;
import dev.waybill.backend.postgres.sql.SqlErrors;
import dev.waybill.backend.postgres.sql.SqlNames;
import dev.waybill.service.EventExpansion;
import dev.waybill.topic.TopicEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Enqueues jobs and publishes events in the transaction of the caller: the jobs are visible and
/// wake workers once it commits, and are gone if it is rolled back. The connection is one of the
/// database that a Waybill server has as its store; it needs the right to execute the function
/// `enqueue` only.
///
/// A payload has at most 64 KiB. Limits of the store and of its queues are not checked, and the
/// defaults of a queue or type for timeouts do not apply.
public final class PostgresWaybill {

  private static final String ENQUEUE =
      "select {enqueue}(type => ?, payload => ?, queue => ?, tenant => ?, priority => ?,"
          + " request_id => ?, correlation_id => ?, key => ?, tags => ?, delay => ? * interval '1"
          + " millisecond', run_at => to_timestamp(?::float8 / 1000), deadline =>"
          + " to_timestamp(?::float8 / 1000), timeout => ? * interval '1 millisecond', trace_context =>"
          + " ?, max_errors => ?, max_crashes => ?, first_delay => ? * interval '1 millisecond',"
          + " backoff => ?, max_delay => ? * interval '1 millisecond', jitter => ?, own => ?)";

  private static final PostgresWaybill DEFAULT =
      new PostgresWaybill("waybill", Waybill.DEFAULT_TENANT);

  private final SqlNames names;
  private final String tenant;

  private PostgresWaybill(String schema, String tenant) {
    this.names = new SqlNames(schema);
    this.tenant = tenant;
  }

  /// Enqueues for the tenant `default` of the store in the schema `waybill`. Returns the ID of the
  /// job, or that of the earlier job with the same request ID.
  public static JobId enqueue(Connection connection, NewJob job) {
    return DEFAULT.enqueueIn(connection, job);
  }

  /// @param schema the setting `store.schema` of the server
  public static PostgresWaybill of(String schema, String tenant) {
    return new PostgresWaybill(PostgresConfig.requireSchema(schema), tenant);
  }

  /// Enqueues a job in the transaction of this connection, as [#enqueue] does.
  public JobId enqueueIn(Connection connection, NewJob job) {
    return enqueue(connection, job, false);
  }

  /// @param own whether the job is one of Waybill's own, which may have reserved names
  private JobId enqueue(Connection connection, NewJob job, boolean own) {
    try (PreparedStatement call = connection.prepareStatement(names.in(ENQUEUE))) {
      bind(call, job, own);
      try (ResultSet row = call.executeQuery()) {
        row.next();
        UUID id = row.getObject(1, UUID.class);
        return new JobId(id.getMostSignificantBits(), id.getLeastSignificantBits());
      }
    } catch (SQLException failure) {
      throw SqlErrors.of("enqueue a job", failure);
    }
  }

  /// Publishes an event for the tenant `default` of the store in the schema `waybill`; see
  /// [#publishIn].
  public static List<JobId> publish(
      Connection connection, Waybill waybill, String topic, TopicEvent event) {
    return DEFAULT.publishIn(connection, waybill, topic, event);
  }

  /// Publishes an event in the transaction of this connection: every matching subscription gets a
  /// job. Returns their IDs; none if no subscription matches. An event is refused as by
  /// [dev.waybill.topic.Topics#publish].
  ///
  /// @param waybill knows the topics: opened by this process on the same store, for the same tenant
  public List<JobId> publishIn(
      Connection connection, Waybill waybill, String topic, TopicEvent event) {
    List<JobId> jobs = new ArrayList<>();
    for (NewJob job : waybill.service(EventExpansion.class).expand(topic, event)) {
      jobs.add(enqueue(connection, job, true));
    }
    return jobs;
  }

  private void bind(PreparedStatement call, NewJob job, boolean own) throws SQLException {
    call.setString(1, job.type());
    call.setBytes(2, inline(job.payload()));
    call.setString(3, job.queue());
    call.setString(4, tenant);
    call.setString(5, job.priority().name().toLowerCase(Locale.ROOT));
    call.setString(6, job.requestId());
    call.setString(7, job.correlationId());
    call.setString(8, job.key());
    call.setArray(9, call.getConnection().createArrayOf("text", job.tags().toArray()));
    set(call, 10, job.runAt() == null ? (Long) job.delay().toMillis() : null);
    set(call, 11, millis(job.runAt()));
    set(call, 12, millis(job.deadline()));
    Duration timeout = job.timeout();
    set(call, 13, timeout == null ? null : (Long) timeout.toMillis());
    call.setString(14, job.traceContext());
    bind(call, job.retry());
    call.setBoolean(21, own);
  }

  private static void bind(PreparedStatement call, @Nullable RetryPolicy retry)
      throws SQLException {
    call.setObject(15, retry == null ? null : retry.maxErrors(), Types.INTEGER);
    call.setObject(16, retry == null ? null : retry.maxCrashes(), Types.INTEGER);
    set(call, 17, retry == null ? null : (Long) retry.firstDelay().toMillis());
    call.setObject(18, retry == null ? null : retry.factor(), Types.DOUBLE);
    set(call, 19, retry == null ? null : (Long) retry.maxDelay().toMillis());
    call.setObject(20, retry == null ? null : retry.jitter(), Types.DOUBLE);
  }

  private static byte[] inline(Payload payload) {
    if (!payload.isInline()) {
      throw new WaybillException(
          Code.PAYLOAD_TOO_LARGE,
          "the payload has %d bytes; a job enqueued in a transaction may have at most 65536"
              .formatted(payload.size()));
    }
    return payload.bytesWithoutCopy();
  }

  private static @Nullable Long millis(@Nullable Instant time) {
    return time == null ? null : (Long) time.toEpochMilli();
  }

  private static void set(PreparedStatement call, int index, @Nullable Long value)
      throws SQLException {
    if (value == null) {
      call.setNull(index, Types.BIGINT);
    } else {
      call.setLong(index, value);
    }
  }
}
