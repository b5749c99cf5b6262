package dev.waybill.backend.aws.job;

import dev.waybill.Code;
import dev.waybill.WaybillException;
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
import software.amazon.awssdk.services.sqs.model.Message;

/// Receives messages of lanes while lease calls wait for them. A message wakes the calls of its
/// queue and tells them which job waits. It is deleted when the job does not wait any more: from
/// then on only the table counts.
final class Receiver {

  private static final System.Logger LOG = System.getLogger(Receiver.class.getName());

  private final LaneQueues queues;
  private final JobTable table;
  private final Hints hints;
  private final Silence silence;
  private final Retries retries;
  private final Map<Lane, Integer> listeners = new HashMap<>();
  private final Map<Lane, Integer> taken = new HashMap<>();

  Receiver(LaneQueues queues, JobTable table, Hints hints, Silence silence, Retries retries) {
    this.queues = queues;
    this.table = table;
    this.hints = hints;
    this.silence = silence;
    this.retries = retries;
  }

  /// Receives until it is closed.
  final class Listening implements AutoCloseable {
    private final QueueKey queue;

    private Listening(QueueKey queue) {
      this.queue = queue;
    }

    @Override
    public void close() {
      change(queue, -1);
    }
  }

  Listening listen(QueueKey queue) {
    change(queue, 1);
    return new Listening(queue);
  }

  private synchronized void change(QueueKey queue, int by) {
    for (int number = 0; number < Places.LANES; number++) {
      Lane lane = new Lane(queue, number);
      boolean runs = listeners.containsKey(lane);
      listeners.merge(lane, by, Integer::sum);
      if (!runs) {
        Thread.ofVirtual().name("waybill-receiver").start(() -> receiveAll(lane));
      }
    }
  }

  /// Whether somebody listens; the thread of the lane ends if not.
  private synchronized boolean goesOn(Lane lane) {
    boolean wanted = listeners.getOrDefault(lane, 0) > 0 && retries.isOpen();
    if (!wanted) {
      listeners.remove(lane);
    }
    return wanted;
  }

  private void receiveAll(Lane lane) {
    while (goesOn(lane)) {
      try {
        take(lane, Queues.LONG_POLL);
      } catch (WaybillException failed) {
        logged(failed);
      }
    }
  }

  private void logged(WaybillException failed) {
    if (retries.isOpen() && failed.code() != Code.CLOSED) {
      LOG.log(Level.WARNING, "cannot receive messages; the table is asked instead", failed);
      retries.pause(Duration.ofSeconds(1));
    }
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
      take(lane, Duration.ZERO);
    } catch (WaybillException failed) {
      LOG.log(Level.DEBUG, "outdated messages stay for now", failed);
    }
  }

  private void take(Lane lane, Duration patience) {
    List<Message> messages = queues.receive(lane, patience);
    List<String> outdated = new ArrayList<>(hints.used(lane));
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
    delete(lane, outdated);
  }

  private static Optional<String> job(Message message) {
    return BellJson.job(message.body());
  }

  private void delete(Lane lane, List<String> receipts) {
    for (int from = 0; from < receipts.size(); from += LaneQueues.AT_ONCE) {
      queues.delete(
          lane, receipts.subList(from, Math.min(receipts.size(), from + LaneQueues.AT_ONCE)));
    }
  }
}
