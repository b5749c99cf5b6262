package dev.waybill.backend.support;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.WaybillException;
import dev.waybill.backend.support.RecordChanging.Decision;
import dev.waybill.backend.support.RecordChanging.Wish;
import dev.waybill.record.StoredJob;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Leases jobs: the view proposes, the table decides.
final class RecordLeasing {

  private final JobRecords records;
  private final JobView view;
  private final Retries retries;
  private final Function<QueueKey, LeasePreference> shares;
  private final Following following;
  private final Supplier<Instant> now;

  RecordLeasing(
      JobRecords records,
      JobView view,
      Retries retries,
      RecordJobStore.Local local,
      Supplier<Instant> now) {
    this.records = records;
    this.view = view;
    this.retries = retries;
    this.shares = local.shares();
    this.following = local.following();
    this.now = now;
  }

  List<Job> lease(LeaseQuery take) {
    long end = System.nanoTime() + take.patience().toNanos();
    while (true) {
      retries.requireOpen();
      List<ViewRow> picked = pick(take, end);
      List<Job> leased = leased(picked, take);
      if (!leased.isEmpty() || picked.isEmpty()) {
        retries.requireOpen();
        return leased;
      }
    }
  }

  /// Waits for jobs only if none is known.
  private List<ViewRow> pick(LeaseQuery take, long end) {
    try {
      List<ViewRow> known = pickUntil(System.nanoTime(), take);
      if (!known.isEmpty()) {
        return known;
      }
      try (Following.Waiting _ = following.await()) {
        return pickUntil(end, take);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new WaybillException(
          Code.INTERRUPTED, "interrupted while waiting for jobs", interrupted);
    }
  }

  private List<ViewRow> pickUntil(long end, LeaseQuery take) throws InterruptedException {
    LeasePreference share = shares.apply(take.queue());
    return view.pick(
        new JobView.Asking(take, share, end, retries::isOpen), () -> now.get().toEpochMilli());
  }

  /// The jobs that no other server has leased.
  private List<Job> leased(List<ViewRow> picked, LeaseQuery take) {
    Instant time = now.get();
    try {
      List<Job> leased = new ArrayList<>(picked.size());
      RecordChanging.all(
              records, picked.stream().map(row -> new Start(row.key, take, time)).toList())
          .forEach(job -> job.ifPresent(leased::add));
      return leased;
    } finally {
      view.putBack(picked);
    }
  }

  private record Start(JobKey job, LeaseQuery take, Instant now) implements Wish<Optional<Job>> {

    @Override
    public Decision<Optional<Job>> decide(@Nullable JobRecord current) {
      if (current == null || !current.job().isReady(now)) {
        return new Decision<>(Optional.empty(), null);
      }
      StoredJob next = current.job().leased(take, now);
      return new Decision<>(Optional.of(next.asOf(now)), current.withJob(next));
    }
  }
}
