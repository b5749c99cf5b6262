package dev.waybill.backend.postgres.job;

import dev.waybill.backend.postgres.sql.SqlQuery;
import dev.waybill.backend.postgres.sql.Write;
import dev.waybill.settings.Limits;
import dev.waybill.settings.Quotas;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Appended.Quota;
import dev.waybill.spi.Draft;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How many more jobs the store and its tenants may have. Jobs are counted only near a limit: since
/// the last count, at most as many jobs were added as numbers were drawn. Servers that add jobs at
/// the same time may exceed a limit by these jobs.
///
/// Tenants without limits are not counted.
final class Room {

  private static final String EVERYONE = "";
  private static final int REMEMBERED = 10_000;

  /// So many jobs are counted at once whenever it is necessary.
  private static final int FEW = 10_000;

  /// A count of more jobs may take this part of the time, as one in so many.
  private static final int SHARE_OF_TIME = 20;

  /// Of the narrow tables, which have all live jobs. The sizes of jobs are needed for tenants only.
  private static final String COUNT =
      "select (select count(*) from {ready}) + (select count(*) from {running}), 0, (select last_value"
          + " from {number})";

  private static final String COUNT_OF_TENANT =
      "with q as materialized (select array(select n from {queue} where tenant = ?) as numbers) select"
          + " w.jobs + r.jobs, w.bytes + r.bytes, (select last_value from {number}) from (select"
          + " count(*) as jobs, coalesce(sum(size), 0) as bytes from {ready} where queue = any((select"
          + " q.numbers from q)::int4[])) w, (select count(*) as jobs, coalesce(sum(l.size), 0) as bytes"
          + " from {running} r join {live} l on l.id = r.id where r.queue = any((select q.numbers from"
          + " q)::int4[])) r";

  private final long mostJobs;
  private final Quotas quotas;
  private final Map<String, Counted> counted = new HashMap<>();

  /// @param number the last number that was drawn when it was counted
  private record Counted(long jobs, long bytes, long number, long at, long took) {

    Counted plus(long more, long moreBytes, long upTo) {
      return new Counted(jobs + more, bytes + moreBytes, upTo, at, took);
    }
  }

  private long last;

  Room(Settings settings) {
    this.mostJobs = settings.maxLiveJobs();
    this.quotas = settings.quotas();
  }

  /// What the drafts of one transaction add.
  private static final class Added {
    private long jobs;
    private long bytes;
    private boolean counted;
  }

  /// Whether there certainly is room for these drafts, as far as it is known without counting.
  synchronized boolean isCertainFor(List<Draft> drafts) {
    Counted all = counted.get(EVERYONE);
    if (all == null || sinceThen(all).jobs() + drafts.size() > mostJobs) {
      return false;
    }
    long bytes = drafts.stream().mapToLong(draft -> draft.job().payload().size()).sum();
    return quotas.equals(Quotas.NONE)
        || drafts.stream()
            .map(draft -> draft.key().tenant())
            .distinct()
            .allMatch(tenant -> isCertainFor(tenant, drafts.size(), bytes));
  }

  private boolean isCertainFor(String tenant, int jobs, long bytes) {
    Counted mine = counted.get(tenant);
    if (mine == null) {
      return false;
    }
    Counted now = sinceThen(mine);
    return quotas.allowsJobs(now.jobs() + jobs) && quotas.allowsBytes(now.bytes() + bytes);
  }

  /// Answers drafts for which there is no room.
  synchronized void refuse(Write write, List<Draft> drafts, @Nullable Appended[] answers)
      throws SQLException {
    Map<String, Added> added = new HashMap<>();
    for (int i = 0; i < answers.length; i++) {
      if (answers[i] == null) {
        answers[i] = refusal(write, drafts.get(i), added);
      }
    }
  }

  private @Nullable Appended refusal(Write write, Draft draft, Map<String, Added> added)
      throws SQLException {
    long size = draft.job().payload().size();
    Added all = added.computeIfAbsent(EVERYONE, _ -> new Added());
    Added mine = added.computeIfAbsent(draft.key().tenant(), _ -> new Added());
    Appended refused = ofStore(write, all);
    if (refused == null) {
      refused = ofTenant(write, draft.key().tenant(), mine, size);
    }
    if (refused == null) {
      all.jobs++;
      mine.jobs++;
      mine.bytes += size;
    }
    return refused;
  }

  private @Nullable Appended ofStore(Write write, Added added) throws SQLException {
    long jobs = known(write, EVERYONE).jobs() + added.jobs;
    if (jobs >= mostJobs && recount(write, EVERYONE, added)) {
      jobs = known(write, EVERYONE).jobs() + added.jobs;
    }
    return jobs < mostJobs ? null : new Appended.Full(mostJobs);
  }

  private @Nullable Appended ofTenant(Write write, String tenant, Added added, long size)
      throws SQLException {
    if (quotas.equals(Quotas.NONE)) {
      return null;
    }
    Quota over = over(known(write, tenant), added, size);
    if (over != null && recount(write, tenant, added)) {
      over = over(known(write, tenant), added, size);
    }
    return over == null ? null : new Appended.OverQuota(over, limit(over));
  }

  private @Nullable Quota over(Counted known, Added added, long size) {
    if (!quotas.allowsJobs(known.jobs() + added.jobs + 1)) {
      return Quota.LIVE_JOBS;
    }
    return quotas.allowsBytes(known.bytes() + added.bytes + size) ? null : Quota.LIVE_BYTES;
  }

  private long limit(Quota quota) {
    return switch (quota) {
      case LIVE_JOBS -> quotas.liveJobs();
      case LIVE_BYTES -> quotas.liveBytes();
    };
  }

  /// An upper limit of the jobs there are.
  private Counted known(Write write, String whose) throws SQLException {
    Counted before = counted.get(whose);
    if (before == null) {
      return count(write, whose);
    }
    return sinceThen(before);
  }

  private Counted sinceThen(Counted before) {
    long more = Math.max(0, last - before.number());
    return before.plus(more, more * Limits.INLINE_BYTES, last);
  }

  private boolean recount(Write write, String whose, Added added) throws SQLException {
    Counted before = counted.get(whose);
    if (added.counted || before == null || !mayCount(before)) {
      return false;
    }
    added.counted = true;
    count(write, whose);
    return true;
  }

  private static boolean mayCount(Counted before) {
    return before.jobs() < FEW || System.nanoTime() - before.at() >= before.took() * SHARE_OF_TIME;
  }

  private Counted count(Write write, String whose) throws SQLException {
    long start = System.nanoTime();
    SqlQuery query =
        whose.equals(EVERYONE) ? write.query(COUNT) : write.query(COUNT_OF_TENANT).text(whose);
    Counted found =
        query
            .list(
                row ->
                    new Counted(
                        row.getLong(1),
                        row.getLong(2),
                        row.getLong(3),
                        start,
                        System.nanoTime() - start))
            .getFirst();
    if (counted.size() > REMEMBERED) {
      counted.clear();
    }
    counted.put(whose, found);
    last = Math.max(last, found.number());
    return found;
  }

  /// Notes the last number that was drawn, and which blobs were added, which may be large.
  synchronized void added(long number, List<Draft> fresh) {
    for (Draft draft : fresh) {
      if (draft.job().payload().blob() != null) {
        counted.computeIfPresent(
            draft.key().tenant(),
            (_, before) -> before.plus(0, draft.job().payload().size(), before.number()));
      }
    }
    last = Math.max(last, number);
  }
}
