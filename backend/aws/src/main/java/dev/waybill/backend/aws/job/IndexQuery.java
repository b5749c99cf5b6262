package dev.waybill.backend.aws.job;

import dev.waybill.JobFilter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;

/// A question to an index: the entries of a group in a range, in order.
///
/// @param from inclusive
/// @param to inclusive
record IndexQuery(
    Index index, String group, BigDecimal from, BigDecimal to, int limit, boolean forward) {

  private static final BigDecimal HIGHEST = BigDecimal.TEN.pow(20);
  private static final BigDecimal LEAST = BigDecimal.valueOf(1, 19);

  /// The names of an index and of its keys.
  enum Index {
    QUEUE(JobPlan.BY_QUEUE, JobPlan.QUEUE_KEY, JobPlan.CREATED),
    CORRELATION(JobPlan.BY_CORRELATION, JobPlan.CORRELATION_KEY, JobPlan.CREATED),
    PLACE(JobPlan.BY_PLACE, JobPlan.PLACE, JobPlan.AT),
    CHECK(JobPlan.BY_CHECK, JobPlan.CHECK, JobPlan.CHECK_AT),
    CHANGE(JobPlan.BY_CHANGE, JobPlan.FEED, JobPlan.CHANGED);

    final String title;
    final String hash;
    final String range;

    Index(String title, String hash, String range) {
      this.title = title;
      this.hash = hash;
      this.range = range;
    }
  }

  /// An entry of the index of places has the size of the payload.
  record Entry(String id, BigDecimal at, long size) {

    /// The first part of its position.
    long millis() {
      return at.longValue();
    }
  }

  static IndexQuery all(Index index, String group) {
    return new IndexQuery(index, group, BigDecimal.ZERO, HIGHEST, Integer.MAX_VALUE, true);
  }

  /// Up to this time, included.
  IndexQuery until(long millis) {
    return new IndexQuery(index, group, from, Values.lastOf(millis), limit, forward);
  }

  /// After this time.
  IndexQuery afterTime(long millis) {
    return new IndexQuery(index, group, Values.lastOf(millis), to, limit, forward);
  }

  /// Only entries of the times of creation that the filter allows.
  IndexQuery created(JobFilter filter) {
    Instant first = filter.createdFrom();
    Instant end = filter.createdBefore();
    return new IndexQuery(
        index,
        group,
        first == null ? from : from.max(millis(first, RoundingMode.FLOOR)),
        end == null ? to : to.min(millis(end, RoundingMode.CEILING).subtract(LEAST)),
        limit,
        forward);
  }

  /// Every time has one, however far away it is.
  private static BigDecimal millis(Instant time, RoundingMode rounding) {
    return BigDecimal.valueOf(time.getEpochSecond())
        .add(BigDecimal.valueOf(time.getNano(), 9))
        .movePointRight(3)
        .setScale(0, rounding);
  }

  IndexQuery after(BigDecimal position) {
    return new IndexQuery(index, group, position.add(LEAST), to, limit, forward);
  }

  IndexQuery upTo(BigDecimal position) {
    return new IndexQuery(index, group, from, position, limit, forward);
  }

  IndexQuery before(BigDecimal position) {
    return upTo(to.min(position.subtract(LEAST)));
  }

  IndexQuery limit(int most) {
    return new IndexQuery(index, group, from, to, most, forward);
  }

  IndexQuery newestFirst() {
    return new IndexQuery(index, group, from, to, limit, false);
  }

  /// DynamoDB refuses a range whose end is before its beginning.
  boolean isEmpty() {
    return from.compareTo(to) > 0;
  }
}
