package dev.waybill.backend.aws.job;

import dev.waybill.backend.aws.job.LaneQueues.Lane;
import dev.waybill.backend.aws.link.Queues;
import dev.waybill.backend.support.JobRecord;
import dev.waybill.backend.support.Retries;
import dev.waybill.spi.QueueKey;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.sqs.model.Message;

/// Receives messages of lanes while lease calls wait for them. A message wakes the calls of its
/// queue and tells them which job waits. It is deleted when the job does not wait any more: from
/// then on only the table counts.
final class Receiver {

  private static final System.Logger LOG = System.getLogger(Receiver.class.getName());
  private static final Duration BEFORE_NEXT_TRY = Duration.ofSeconds(1);

  /// How often a paused queue is looked at.
  private static final Duration WHILE_PAUSED = Duration.ofSeconds(5);

  /// What receiving uses.
  record Parts(LaneQueues lanes, JobTable table, QueueItems queues) {}

  /// The calls that listen, and how many jobs they want.
  private record Wanted(int calls, int jobs) {

    private Wanted plus(Wanted other) {
      return new Wanted(calls + other.calls, jobs + other.jobs);
    }
  }

  private static final Wanted NOTHING = new Wanted(0, 0);

  private final LaneQueues lanes;
  private final JobTable table;
  private final QueueItems queues;
  private final Hints hints;
  private final Leftovers leftovers;
  private final Silence silence;
  private final Retries retries;
  private final Map<Lane, Wanted> listeners = new HashMap<>();
  private final Map<Lane, Integer> taken = new HashMap<>();

  /// The lanes whose messages cannot be received.
  private final Set<Lane> deaf = ConcurrentHashMap.newKeySet();

  Receiver(Parts parts, Hints hints, Leftovers leftovers, Silence silence, Retries retries) {
    this.lanes = parts.lanes();
    this.table = parts.table();
    this.queues = parts.queues();
    this.hints = hints;
    this.leftovers = leftovers;
    this.silence = silence;
    this.retries = retries;
  }

  /// Receives until it is closed.
  final class Listening implements AutoCloseable {
    private final QueueKey queue;
    private final int jobs;

    private Listening(QueueKey queue, int jobs) {
      this.queue = queue;
      this.jobs = jobs;
    }

    @Override
    public void close() {
      change(queue, new Wanted(-1, -jobs));
    }
  }

  /// @param jobs how many the call wants
  Listening listen(QueueKey queue, int jobs) {
    change(queue, new Wanted(1, jobs));
    return new Listening(queue, jobs);
  }

  /// Whether the messages of a queue are received, as far as is known.
  boolean hears(QueueKey queue) {
    return IntStream.range(0, Places.LANES).noneMatch(lane -> deaf.contains(new Lane(queue, lane)));
  }

  private synchronized void change(QueueKey queue, Wanted by) {
    for (int number = 0; number < Places.LANES; number++) {
      Lane lane = new Lane(queue, number);
      boolean runs = listeners.containsKey(lane);
      listeners.merge(lane, by, Wanted::plus);
      if (!runs) {
        Thread.ofVirtual().name("waybill-receiver").start(() -> receiveAll(lane));
      }
    }
  }

  /// Whether somebody listens; the thread of the lane ends if not.
  private synchronized boolean goesOn(Lane lane) {
    boolean wanted = listeners.getOrDefault(lane, NOTHING).calls() > 0 && retries.isOpen();
    if (!wanted) {
      listeners.remove(lane);
    }
    return wanted;
  }

  /// At most as many messages as jobs are wanted: others are for other servers.
  private synchronized int most(Lane lane) {
    return Math.clamp(listeners.getOrDefault(lane, NOTHING).jobs(), 1, LaneQueues.AT_ONCE);
  }

  private void receiveAll(Lane lane) {
    boolean outdated = false;
    while (goesOn(lane)) {
      try {
        outdated = receive(lane, outdated ? LaneQueues.AT_ONCE : most(lane));
      } catch (RuntimeException failed) {
        outdated = false;
        failed(lane, failed);
      }
    }
  }

  /// Returns whether there may be more messages that are outdated.
  private boolean receive(Lane lane, int most) {
    if (!lanes.exists(lane)) {
      deafen(lane);
      retries.pause(BEFORE_NEXT_TRY);
      return false;
    }
    Taken some = take(lane, most, Queues.LONG_POLL);
    deaf.remove(lane);
    if (some.waiting() > 0 && queues.isPaused(lane.queue())) {
      leftovers.passOn(Duration.ZERO);
      while (goesOn(lane) && queues.isPaused(lane.queue())) {
        retries.pause(WHILE_PAUSED);
      }
    }
    return some.waiting() == 0 && some.outdated() > 0;
  }

  private void failed(Lane lane, RuntimeException failed) {
    if (retries.isOpen()) {
      boolean isNew = deafen(lane);
      LOG.log(
          isNew ? Level.WARNING : Level.DEBUG,
          "cannot receive messages of " + lane.queue().queue() + "; DynamoDB is asked every second",
          failed);
      pauseUnlessClosed();
    }
  }

  private void pauseUnlessClosed() {
    try {
      retries.pause(BEFORE_NEXT_TRY);
    } catch (dev.waybill.WaybillException closed) {
      LOG.log(Level.DEBUG, "closed", closed);
    }
  }

  /// Calls that wait have to ask the table from now on. Returns whether this is new.
  private boolean deafen(Lane lane) {
    boolean isNew = deaf.add(lane);
    if (isNew) {
      silence.end(lane.queue());
    }
    return isNew;
  }

  /// Jobs of a lane were leased without their messages: receives as many messages, in tens, so that
  /// they do not pile up.
  void leased(Lane lane, int jobs) {
    boolean drains;
    synchronized (this) {
      int all = taken.merge(lane, jobs, Integer::sum);
      drains = all >= LaneQueues.AT_ONCE && !listeners.containsKey(lane);
      if (drains) {
        taken.put(lane, all - LaneQueues.AT_ONCE);
      }
    }
    if (drains) {
      Thread.ofVirtual().name("waybill-receiver").start(() -> drain(lane));
    }
  }

  private void drain(Lane lane) {
    try {
      take(lane, LaneQueues.AT_ONCE, Duration.ZERO);
    } catch (RuntimeException failed) {
      LOG.log(Level.DEBUG, "outdated messages stay for now", failed);
    }
  }

  /// How many messages named jobs that wait, and how many did not.
  private record Taken(int waiting, int outdated) {}

  private Taken take(Lane lane, int most, Duration patience) {
    List<Message> messages = lanes.receive(lane, most, patience);
    List<String> outdated = new ArrayList<>();
    Map<String, JobItem> jobs =
        table.findAll(messages.stream().flatMap(message -> job(message).stream()).toList());
    for (Message message : messages) {
      Optional<JobRecord> waiting =
          job(message)
              .map(jobs::get)
              .map(JobItem::record)
              .filter(record -> record.state().isWaiting());
      if (waiting.isEmpty()) {
        outdated.add(message.receiptHandle());
      } else {
        hints.add(lane, waiting.get().job(), message.receiptHandle());
        silence.end(waiting.get().job().queue());
      }
    }
    leftovers.watch();
    int gone = outdated.size();
    outdated.addAll(hints.used(lane));
    lanes.delete(lane, outdated);
    return new Taken(messages.size() - gone, gone);
  }

  private static Optional<String> job(Message message) {
    return BellJson.job(message.body());
  }
}
