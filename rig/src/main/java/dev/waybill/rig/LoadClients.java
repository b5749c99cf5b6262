package dev.waybill.rig;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.Waybill;
import dev.waybill.result.ChangeResult;
import dev.waybill.result.Changed;
import dev.waybill.result.EnqueueResult;
import dev.waybill.result.Enqueued;
import dev.waybill.result.Refused;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/// Random calls to the store: enqueue single jobs and batches, with new, repeated and concurrent
/// request IDs; cancel, retry and redrive.
final class LoadClients {

  /// How many of the latest jobs and requests are remembered.
  private static final int RECENT = 200;

  private static final int MOST_IN_BULK = 20;

  private final Waybill waybill;
  private final Recorder recorder;
  private final int life;
  private final AtomicInteger counter = new AtomicInteger();
  private final AtomicInteger shared = new AtomicInteger();
  private final Deque<JobId> jobs = new ArrayDeque<>();
  private final Deque<String> requests = new ArrayDeque<>();

  LoadClients(Waybill waybill, Recorder recorder, int life) {
    this.waybill = waybill;
    this.recorder = recorder;
    this.life = life;
  }

  /// Sends some requests.
  void produce(SplittableRandom random) {
    switch (random.nextInt(10)) {
      case 0, 1 -> enqueue(shared(random));
      case 2 -> enqueue(recent(requests, random, fresh()));
      case 3, 4 -> enqueueAll(fresh(random.nextInt(2, MOST_IN_BULK)));
      default -> enqueue(fresh());
    }
  }

  /// A request ID that several producers send at about the same time.
  private String shared(SplittableRandom random) {
    return "r" + life + "s" + (shared.getAndIncrement() + random.nextInt(2)) / 4;
  }

  private String fresh() {
    return "r" + life + "n" + counter.incrementAndGet();
  }

  private List<String> fresh(int count) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids.add(fresh());
    }
    return ids;
  }

  private void enqueue(String request) {
    enqueueAll(List.of(request));
  }

  void enqueueAll(List<String> ids) {
    List<EnqueueResult> answers =
        recorder.around(
            HistoryLine.Kind.ENQUEUE,
            ids,
            () -> waybill.enqueueAll(ids.stream().map(LoadRequests::of).toList()),
            results -> results.stream().map(LoadClients::answered).toList());
    for (EnqueueResult answer : answers) {
      if (answer instanceof Enqueued enqueued) {
        remember(jobs, enqueued.id());
      }
    }
    ids.forEach(id -> remember(requests, id));
  }

  private static String answered(EnqueueResult answer) {
    return switch (answer) {
      case Enqueued enqueued -> enqueued.id().toString();
      case Refused refused -> "!" + refused.code().wire();
    };
  }

  /// Cancels, retries or redrives a recent job.
  void change(SplittableRandom random) {
    JobId none = new JobId(0, 0);
    JobId id = recent(jobs, random, none);
    if (id.equals(none)) {
      return;
    }
    switch (random.nextInt(4)) {
      case 0, 1 -> change("CANCEL", id);
      case 2 -> change("RETRY", id);
      default -> change("REDRIVE", id);
    }
  }

  private void change(String what, JobId id) {
    recorder.around(
        HistoryLine.Kind.CHANGE,
        List.of(what + "," + id),
        () -> call(what, id),
        LoadClients::answered);
  }

  private ChangeResult call(String what, JobId id) {
    return switch (what) {
      case "CANCEL" -> waybill.cancel(id);
      case "RETRY" -> waybill.retry(id);
      default -> waybill.redrive(id);
    };
  }

  private static List<String> answered(ChangeResult answer) {
    return switch (answer) {
      case Changed(Job job) ->
          List.of(job.state() + "," + job.attempt() + "," + job.progress().generation());
      case Refused refused -> List.of("!" + refused.code().wire());
    };
  }

  private static <T> void remember(Deque<T> recent, T one) {
    synchronized (recent) {
      recent.addLast(one);
      if (recent.size() > RECENT) {
        recent.removeFirst();
      }
    }
  }

  private static <T> T recent(Deque<T> recent, SplittableRandom random, T otherwise) {
    synchronized (recent) {
      return recent.isEmpty()
          ? otherwise
          : recent.stream().skip(random.nextInt(recent.size())).findFirst().orElse(otherwise);
    }
  }
}
