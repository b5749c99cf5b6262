package dev.waybill.backend.nats;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.WaybillException;
import dev.waybill.backend.nats.Changing.Decision;
import dev.waybill.backend.nats.Changing.Wish;
import dev.waybill.record.StoredJob;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.Take;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Gives out jobs: the view proposes, the broker decides.
final class Leasing {

  private final JobRecords records;
  private final View view;
  private final Wire wire;
  private final Peers peers;
  private final Supplier<Instant> now;

  Leasing(JobRecords records, View view, Wire wire, Peers peers, Supplier<Instant> now) {
    this.records = records;
    this.view = view;
    this.wire = wire;
    this.peers = peers;
    this.now = now;
  }

  List<Job> lease(Take take) {
    long end = System.nanoTime() + take.patience().toNanos();
    while (true) {
      wire.requireOpen();
      List<Row> picked = pick(take, end);
      List<Job> leased = leased(picked, take);
      if (!leased.isEmpty() || picked.isEmpty()) {
        wire.requireOpen();
        return leased;
      }
    }
  }

  private List<Row> pick(Take take, long end) {
    try {
      Share share = peers.shareOf(take.queue());
      return view.pick(
          new View.Asking(take, share, end, wire::isOpen), () -> now.get().toEpochMilli());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new WaybillException(
          Code.INTERRUPTED, "interrupted while waiting for jobs", interrupted);
    }
  }

  /// Those of them that nobody else has taken meanwhile.
  private List<Job> leased(List<Row> picked, Take take) {
    Instant time = now.get();
    try {
      List<Job> leased = new ArrayList<>(picked.size());
      Changing.all(records, picked.stream().map(row -> new Start(row.key, take, time)).toList())
          .forEach(job -> job.ifPresent(leased::add));
      return leased;
    } finally {
      view.putBack(picked);
    }
  }

  private record Start(JobKey job, Take take, Instant now) implements Wish<Optional<Job>> {

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
