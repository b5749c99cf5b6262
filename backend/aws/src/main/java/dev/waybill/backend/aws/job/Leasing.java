package dev.waybill.backend.aws.job;

import dev.waybill.Job;
import dev.waybill.backend.aws.job.Changing.Decision;
import dev.waybill.backend.aws.job.Changing.Wish;
import dev.waybill.backend.aws.job.IndexQuery.Entry;
import dev.waybill.backend.aws.job.IndexQuery.Index;
import dev.waybill.backend.aws.job.LaneQueues.Lane;
import dev.waybill.backend.support.JobRecord;
import dev.waybill.backend.support.Retries;
import dev.waybill.backend.support.SideBySide;
import dev.waybill.record.StoredJob;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Leases jobs: takes the first ones of the lanes by the index and by messages, and leases each if
/// its record still waits.
final class Leasing {

  /// How long a call waits before it looks whether another server has resumed its queue.
  private static final Duration PAUSE_SEEN_AFTER = Duration.ofSeconds(5);

  /// What leasing uses.
  record Parts(
      JobTable table, QueueItems queues, Hints hints, Receiver receiver, Changing changing) {}

  private final JobTable table;
  private final QueueItems queues;
  private final Hints hints;
  private final Receiver receiver;
  private final Changing changing;
  private final Silence silence;
  private final Retries retries;
  private final Supplier<Instant> now;
  private final Map<QueueKey, Picks> picks = new ConcurrentHashMap<>();

  Leasing(Parts parts, Silence silence, Retries retries, Supplier<Instant> now) {
    this.table = parts.table();
    this.queues = parts.queues();
    this.hints = parts.hints();
    this.receiver = parts.receiver();
    this.changing = parts.changing();
    this.silence = silence;
    this.retries = retries;
    this.now = now;
  }

  /// What one call has seen.
  private final class Call {
    private final LeaseQuery query;
    private final QueueKey queue;

    /// Jobs that were leased, or could not be.
    private final Set<String> passed = new HashSet<>();

    /// When the next job that is not ready yet is due.
    private Instant due = Instant.MAX;

    private Call(LeaseQuery query) {
      this.query = query;
      this.queue = query.queue();
    }

    private List<Job> leaseNow() {
      if (queues.isPaused(queue)) {
        due = now.get().plus(PAUSE_SEEN_AFTER);
        return List.of();
      }
      List<Job> jobs = new ArrayList<>();
      long bytes = 0;
      boolean enough = false;
      while (!enough) {
        List<Job> leased = claimNext(query.max() - jobs.size(), query.maxBytes() - bytes);
        jobs.addAll(leased);
        bytes += leased.stream().mapToLong(job -> job.payload().size()).sum();
        enough = isOver || jobs.size() >= query.max() || bytes >= query.maxBytes();
      }
      return jobs;
    }

    private boolean isOver;

    private List<Job> claimNext(int max, long maxBytes) {
      Picks choice = picks.computeIfAbsent(queue, _ -> new Picks());
      Instant time = now.get();
      List<Picks.Pick> picked =
          choice.take(
              new Picks.Room(max, maxBytes),
              time.toEpochMilli(),
              passed,
              most -> heads(time.toEpochMilli(), most));
      isOver = picked.isEmpty();
      try {
        return claim(picked);
      } finally {
        choice.release(picked);
      }
    }

    /// The first ready jobs of each lane, by the index and by messages.
    private List<List<Entry>> heads(long time, int most) {
      List<List<Entry>> heads = new ArrayList<>();
      due = Instant.MAX;
      for (List<Entry> lane : SideBySide.ask(lanes(queue), lane -> head(lane, most))) {
        heads.add(lane.stream().filter(entry -> entry.millis() <= time).toList());
        for (Entry entry : lane) {
          Instant ready = Instant.ofEpochMilli(entry.millis());
          due = entry.millis() > time && ready.isBefore(due) ? ready : due;
        }
      }
      return heads;
    }

    private List<Job> claim(List<Picks.Pick> picked) {
      List<Claim> claims =
          picked.stream().map(one -> new Claim(one.id(), query, now.get())).toList();
      List<Optional<Job>> answers = changing.all(claims);
      for (int i = 0; i < picked.size(); i++) {
        passed.add(picked.get(i).id());
        told(picked.get(i), queue, answers.get(i).isPresent());
      }
      return answers.stream().flatMap(Optional::stream).toList();
    }
  }

  List<Job> lease(LeaseQuery query) {
    retries.requireOpen();
    if (!query.patience().isPositive()) {
      return new Call(query).leaseNow();
    }
    long end = System.nanoTime() + query.patience().toNanos();
    List<Job> jobs = leaseUnlessSilent(query);
    return jobs.isEmpty() ? leaseWaiting(query, end) : jobs;
  }

  private List<Job> leaseWaiting(LeaseQuery query, long end) {
    try (var watch = silence.watch(query.queue());
        var _ = receiver.listen(query.queue(), query.max())) {
      while (true) {
        List<Job> jobs = leaseUnlessSilent(query);
        long left = end - System.nanoTime();
        if (!jobs.isEmpty() || left <= 0) {
          return jobs;
        }
        watch.await(Math.min(left, silence.left(query.queue(), now.get())));
        retries.requireOpen();
      }
    }
  }

  private List<Job> leaseUnlessSilent(LeaseQuery query) {
    if (silence.left(query.queue(), now.get()) > 0) {
      return List.of();
    }
    long heard = silence.heard(query.queue());
    Call call = new Call(query);
    List<Job> jobs = call.leaseNow();
    if (jobs.isEmpty()) {
      silence.keep(query.queue(), heard, now.get(), call.due, receiver.hears(query.queue()));
    }
    return jobs;
  }

  private List<Entry> head(Lane lane, int most) {
    String place = Places.lane(lane.queue(), lane.number());
    Map<String, Entry> all = new HashMap<>();
    hints.of(lane).forEach(entry -> all.put(entry.id(), entry));
    table
        .entries(IndexQuery.all(Index.PLACE, place).limit(most))
        .forEach(entry -> all.put(entry.id(), entry));
    return all.values().stream().sorted(Comparator.comparing(Entry::at)).toList();
  }

  private static List<Lane> lanes(QueueKey queue) {
    return IntStream.range(0, Places.LANES).mapToObj(number -> new Lane(queue, number)).toList();
  }

  private void told(Picks.Pick pick, QueueKey queue, boolean leased) {
    Lane lane = new Lane(queue, pick.lane());
    boolean hinted = hints.done(lane, pick.id());
    if (leased && !hinted) {
      receiver.leased(lane, 1);
    }
  }

  /// Leases a job that is ready.
  private record Claim(String id, LeaseQuery query, Instant now) implements Wish<Optional<Job>> {

    @Override
    public JobKey job() {
      return new JobKey(query.queue().tenant(), dev.waybill.JobId.parse(id));
    }

    @Override
    public Decision<Optional<Job>> decide(@Nullable JobRecord current) {
      if (current == null || !current.job().isReady(now)) {
        return Decision.of(Optional.empty());
      }
      StoredJob next = current.job().leased(query, now);
      return new Decision<>(Optional.of(next.asOf(now)), current.withJob(next), false);
    }
  }
}
