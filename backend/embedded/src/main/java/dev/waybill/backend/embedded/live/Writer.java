package dev.waybill.backend.embedded.live;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.backend.embedded.history.Projector;
import dev.waybill.backend.embedded.log.Frame;
import dev.waybill.backend.embedded.log.SegmentedLog;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// The only thread that changes the live state. It takes all waiting commands, lets the machine
/// decide on them, writes the facts as one frame, syncs once and then answers all callers.
public final class Writer {

  /// A frame is closed when it reaches this size.
  private static final int FRAME_BYTES = 4 << 20;

  private static final int COMMAND_BYTES = 1 << 20;

  /// How long a change of the wall clock may go unnoticed.
  private static final long CLOCK_CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /// Room for records that the writer itself adds to a frame.
  private static final int RESERVE = 64 << 10;

  private static final System.Logger LOG = System.getLogger(Writer.class.getName());

  private final Machine machine;
  private final LedgerState ledger;
  private final SegmentedLog log;
  private final InstantSource clock;
  private final StoreTime time = new StoreTime();
  private final LogCleaner cleaner;
  private final Projector projector;
  private final Frame frame = new Frame();
  private final ConcurrentLinkedQueue<Command<?>> waiting = new ConcurrentLinkedQueue<>();
  private final List<Command<?>> batch = new ArrayList<>();
  private final PriorityQueue<TakeCommand> patient =
      new PriorityQueue<>(Comparator.comparingLong(TakeCommand::expiresAt));
  private final Thread thread = new Thread(this::run, "waybill-writer");
  private @Nullable Command<?> held;
  private @Nullable Command<?> deciding;
  private long nextBatch;
  private volatile boolean idle;
  private volatile boolean closing;
  private volatile @Nullable WaybillException broken;

  public Writer(Parts parts) {
    machine = parts.machine();
    ledger = parts.ledger();
    log = parts.log();
    clock = parts.clock();
    projector = parts.projector();
    nextBatch = parts.nextBatch();
    cleaner = new LogCleaner(log, machine.state(), ledger, projector);
    thread.setDaemon(true);
  }

  /// The parts that the writer works with.
  public record Parts(
      Machine machine,
      LedgerState ledger,
      SegmentedLog log,
      InstantSource clock,
      Projector projector,
      long nextBatch) {}

  public void start() {
    thread.start();
  }

  /// The maximum size of one command, so that commands share a frame and every segment can hold
  /// one. A larger call is split into several commands.
  public int commandBytes() {
    return Math.min(COMMAND_BYTES, log.largestFrame() / 4);
  }

  /// Submits a command and waits for its answer.
  public <R> R call(Command<R> command) {
    submit(command);
    return command.await();
  }

  public void submit(Command<?> command) {
    waiting.add(command);
    if (closing) {
      refuseWaiting();
    } else if (idle) {
      LockSupport.unpark(thread);
    }
  }

  private void run() {
    while (!closing) {
      awaitWork();
      try {
        turn();
      } catch (Exception | Error failure) {
        breakDown(failure);
      }
    }
  }

  private void turn() throws IOException {
    WaybillException stopped = broken;
    if (stopped == null) {
      work();
    } else {
      refuseAll(stopped);
    }
  }

  /// One round: decide on waiting commands, commit, answer.
  private void work() throws IOException {
    awaitHistory();
    machine.state().forget(projector.projected());
    ledger.forget(projector.projected());
    WaybillException full = ensureRoom();
    openFrame();
    decide(full);
    serveWaiters();
    endPatience();
    cleaner.contribute(frame);
    commit();
    // Idle workers are last in the batch and answered first: a job should start before its caller
    // continues.
    batch.reversed().forEach(Command::complete);
    batch.clear();
    projector.goOn();
    cleaner.committed();
  }

  /// Without this, an endless load would leave the history further and further behind.
  private void awaitHistory() {
    boolean leaseDuration = true;
    while (leaseDuration && !closing) {
      leaseDuration = projector.holdsUp();
    }
  }

  /// Refuses all commands: memory and disk may differ.
  private void refuseAll(WaybillException reason) {
    for (Command<?> command = next(); command != null; command = next()) {
      command.fail(reason);
      command.complete();
    }
  }

  private @Nullable Command<?> next() {
    Command<?> first = held;
    held = null;
    return first == null ? waiting.poll() : first;
  }

  /// Starts a new segment while the current one still has room for small records. Reserves space
  /// before any decision, so that a full disk refuses commands and changes nothing.
  private @Nullable WaybillException ensureRoom() {
    Command<?> first = held;
    int wanted = first == null ? RESERVE : Math.max(RESERVE, first.weight() + RESERVE);
    if (cleaner.hasWork()) {
      wanted = Math.max(wanted, cleaner.wanted());
    }
    if (log.hasRoom(wanted) || log.isFresh()) {
      return null;
    }
    try {
      log.roll(nextBatch);
      return null;
    } catch (WaybillException full) {
      return full;
    }
  }

  private void openFrame() {
    frame.open(log.end());
    if (log.isFresh()) {
      long first = SegmentedLog.segmentOf(log.start());
      Facts.Base.of(machine.state(), ledger, first).write(frame.begin(FactKind.BASE));
      frame.end();
    }
    machine.begin(frame, time.at(clock.millis()));
  }

  private void decide(@Nullable WaybillException full) {
    while (frame.size() < FRAME_BYTES) {
      Command<?> command = next();
      if (command == null) {
        return;
      }
      if (command.weight() > log.largestFrame() - RESERVE) {
        refuse(command, tooLarge(command));
      } else if (command.weight() == 0 || log.hasRoom(frame.size() + command.weight())) {
        execute(command);
      } else if (full != null) {
        refuse(command, full);
      } else {
        held = command;
        return;
      }
    }
  }

  private void execute(Command<?> command) {
    deciding = command;
    if (command.execute(machine)) {
      batch.add(command);
    } else if (command instanceof TakeCommand take) {
      patient.add(take);
    }
    deciding = null;
  }

  private void refuse(Command<?> command, WaybillException reason) {
    command.fail(reason);
    batch.add(command);
  }

  private static WaybillException tooLarge(Command<?> command) {
    return new WaybillException(
        Code.PAYLOAD_TOO_LARGE, "one call may not write more than a log segment: " + command);
  }

  private void serveWaiters() {
    for (LiveQueue queue : machine.state().takeAwakened()) {
      for (TakeCommand take = queue.waiters.peekFirst();
          take != null && log.hasRoom(frame.size() + take.weight()) && take.serve(machine);
          take = queue.waiters.peekFirst()) {
        queue.waiters.removeFirst();
        batch.add(take);
      }
      if (queue.ready() > 0 && !queue.paused) {
        machine.state().wake(queue);
      }
    }
  }

  private void endPatience() {
    long now = System.nanoTime();
    for (TakeCommand take = patient.peek();
        take != null && (take.isAnswered() || take.expiresAt() - now <= 0);
        take = patient.peek()) {
      patient.remove();
      if (!take.isAnswered()) {
        take.giveUp(machine);
        batch.add(take);
      }
    }
  }

  private void commit() throws IOException {
    if (!frame.isEmpty()) {
      log.append(frame.close(nextBatch++, machine.now(), log.salt()));
      projector.committed(log.end());
      ledger.committed();
    }
  }

  private void awaitWork() {
    idle = true;
    if (waiting.isEmpty() && !closing && !hasWork()) {
      LockSupport.parkNanos(this, longestRest());
    }
    idle = false;
  }

  private boolean hasWork() {
    boolean canServe = machine.state().hasAwakened() && log.hasRoom(RESERVE);
    boolean canClean = cleaner.hasWork() && log.hasRoom(cleaner.wanted());
    return broken == null && (held != null || canServe || canClean);
  }

  private long longestRest() {
    long rest = TimeUnit.SECONDS.toNanos(1);
    TakeCommand first = patient.peek();
    if (first != null) {
      rest = Math.min(rest, first.expiresAt() - System.nanoTime());
      long due = machine.state().nextDue();
      if (due != LiveJob.NEVER) {
        long untilDue = TimeUnit.MILLISECONDS.toNanos(due - clock.millis());
        rest = Math.min(rest, Math.min(untilDue, CLOCK_CHECK_NANOS));
      }
    }
    return Math.max(rest, 1);
  }

  /// The store can no longer guarantee anything: fails all current and later commands.
  private void breakDown(Throwable cause) {
    WaybillException failure =
        new WaybillException(
            Code.STORE_FAILED,
            "the store could not make a change durable and has stopped; the change was not"
                + " acknowledged. Fix the cause and open the data directory again: "
                + cause,
            cause);
    broken = failure;
    LOG.log(System.Logger.Level.ERROR, "the store has stopped", cause);
    if (deciding != null) {
      batch.add(deciding);
      deciding = null;
    }
    patient.stream().filter(take -> !take.isAnswered()).forEach(batch::add);
    patient.clear();
    batch.forEach(command -> command.fail(failure));
    batch.forEach(Command::complete);
    batch.clear();
  }

  public @Nullable WaybillException broken() {
    return broken;
  }

  /// Stops the thread. Waiting commands are refused without effect.
  public void close() {
    closing = true;
    LockSupport.unpark(thread);
    joinUninterruptibly();
    List.copyOf(patient).forEach(Writer::refuseAsClosed);
    if (held != null) {
      refuseAsClosed(held);
    }
    refuseWaiting();
  }

  private void joinUninterruptibly() {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void refuseWaiting() {
    for (Command<?> command = waiting.poll(); command != null; command = waiting.poll()) {
      refuseAsClosed(command);
    }
  }

  private static void refuseAsClosed(Command<?> command) {
    if (!command.isDone()) {
      command.fail(new WaybillException(Code.CLOSED, "the store has been closed"));
      command.complete();
    }
  }
}
