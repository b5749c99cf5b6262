package dev.waybill.backend.postgres;

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
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// How many more jobs the store and its tenants may have. Jobs are counted only near a limit: since
/// the last count, at most as many jobs were added as numbers were drawn. Servers that add jobs at
/// the same time may exceed a limit by these jobs.
///
/// Only the transaction of [Appending] uses it, one at a time.
final class Room {

  private static final String EVERYONE = "";
  private static final int REMEMBERED = 10_000;

  /// A count that takes long is repeated less often.
  private static final int SHARE_OF_TIME = 20;

  private static final String COUNT =
      "select count(*), coalesce(sum(size), 0), (select last_value from {number}) from {live}";

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

  /// Answers drafts for which there is no room.
  void refuse(Write write, List<Draft> drafts, @Nullable Appended[] answers) throws SQLException {
    Map<String, Counted> after = new HashMap<>();
    for (int i = 0; i < answers.length; i++) {
      if (answers[i] == null) {
        answers[i] = refusal(write, drafts.get(i), after);
      }
    }
  }

  private @Nullable Appended refusal(Write write, Draft draft, Map<String, Counted> after)
      throws SQLException {
    long size = draft.job().payload().size();
    String tenant = draft.key().tenant();
    Counted all = known(write, EVERYONE, size, after);
    if (all.jobs() >= mostJobs) {
      return new Appended.Full(mostJobs);
    }
    Counted mine = known(write, tenant, size, after);
    if (!quotas.allowsJobs(mine.jobs() + 1)) {
      return new Appended.OverQuota(Quota.LIVE_JOBS, quotas.liveJobs());
    }
    if (!quotas.allowsBytes(mine.bytes() + size)) {
      return new Appended.OverQuota(Quota.LIVE_BYTES, quotas.liveBytes());
    }
    after.put(EVERYONE, all.plus(1, size, all.number()));
    after.put(tenant, mine.plus(1, size, mine.number()));
    return null;
  }

  /// An upper limit of the jobs there are, or their number if that limit is too high.
  private Counted known(Write write, String whose, long size, Map<String, Counted> after)
      throws SQLException {
    Counted inBatch = after.get(whose);
    Counted before = inBatch == null ? counted.get(whose) : inBatch;
    if (before == null) {
      return count(write, whose);
    }
    long others = Math.max(0, last - before.number());
    Counted most =
        before.plus(
            inBatch == null ? others : 0, inBatch == null ? others * Limits.INLINE_BYTES : 0, last);
    boolean fits =
        most.jobs() < mostJobs
            && (whose.equals(EVERYONE)
                || (quotas.allowsJobs(most.jobs() + 1) && quotas.allowsBytes(most.bytes() + size)));
    if (fits || inBatch != null || !mayCount(before)) {
      return fits || inBatch != null ? most : before;
    }
    return count(write, whose);
  }

  private static boolean mayCount(Counted before) {
    return System.nanoTime() - before.at() >= before.took() * SHARE_OF_TIME
        || before.took() < TimeUnit.MILLISECONDS.toNanos(5);
  }

  private Counted count(Write write, String whose) throws SQLException {
    long start = System.nanoTime();
    Query query =
        whose.equals(EVERYONE)
            ? write.query(COUNT)
            : write
                .query(COUNT + " where queue = any(array(select n from {queue} where tenant = ?))")
                .text(whose);
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

  /// Notes that numbers were drawn, and how many bytes were added.
  void added(List<Long> drawn, List<Draft> drafts, List<Integer> fresh) {
    for (int i : fresh) {
      counted.computeIfPresent(
          drafts.get(i).key().tenant(),
          (_, before) -> before.plus(0, drafts.get(i).job().payload().size(), before.number()));
    }
    if (!drawn.isEmpty()) {
      last = Math.max(last, drawn.getLast());
    }
  }
}
