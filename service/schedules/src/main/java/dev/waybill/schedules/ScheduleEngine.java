package dev.waybill.schedules;

import dev.waybill.WaybillException;
import dev.waybill.engine.register.Register;
import dev.waybill.schedule.CatchUp;
import dev.waybill.schedule.Overlap;
import dev.waybill.schedule.Skipped;
import dev.waybill.schedule.Upcoming;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/// Fires what is due. Any number of servers may do so on one store.
final class ScheduleEngine {

  /// How much later those come whose turn it is not.
  static final Duration STANDBY = Duration.ofSeconds(5);

  /// A firing that is late by more was missed: then the catch-up policy decides.
  static final Duration ON_TIME = Duration.ofSeconds(30);

  /// The same for schedules that catch up nothing: as long as the loop rests between two ticks.
  static final Duration PROMPT = Duration.ofSeconds(1);

  /// With so much time between two ticks, nobody was there for schedules that catch up nothing.
  static final Duration STALLED = Duration.ofSeconds(5);

  /// So long a change may take to be known everywhere.
  private static final Duration KNOWN = Duration.ofSeconds(3);

  private static final Duration LOOK_FOR_QUEUED = Duration.ofSeconds(2);
  private static final Duration LONGEST_REST = Duration.ofSeconds(1);
  private static final Duration SET_BACK = Duration.ofMinutes(1);
  private static final int ENTRIES = 2_000;
  private static final int SLOTS_AT_ONCE = 100;
  private static final System.Logger LOG = System.getLogger(ScheduleEngine.class.getName());

  private final InstantSource clock;
  private final Register<Definition> register;
  private final Watermark watermark;
  private final FiringRunner firer;
  private final Agenda agenda = new Agenda();
  private final Map<Register.Name, Register.Change<Definition>> changes = new LinkedHashMap<>();
  private final ReentrantLock ticking = new ReentrantLock();
  private boolean loaded;
  private Instant awakeFrom = Instant.MIN;
  private Instant promptFrom = Instant.MIN;
  private Instant handled = Instant.MIN;
  private Instant lastSeen = Instant.MIN;
  private Instant lookedForQueued = Instant.MIN;

  ScheduleEngine(
      InstantSource clock, Register<Definition> register, Watermark watermark, FiringRunner firer) {
    this.clock = clock;
    this.register = register;
    this.watermark = watermark;
    this.firer = firer;
    register.follow(this::changed);
  }

  /// Called by whoever looks, on any thread. Throws where the schedule cannot fire, so that the
  /// register knows.
  private void changed(Register.Change<Definition> change) {
    Definition definition = change.value();
    if (definition != null) {
      var _ = Plan.of(change.name(), definition);
    }
    synchronized (changes) {
      changes.put(change.name(), change);
    }
  }

  /// Fires all that is due, and answers when to come again at the latest. A store that fails is
  /// reported by an exception; nothing is lost by it, and the next tick tries again.
  Instant tick() {
    ticking.lock();
    try {
      Instant now = clock.instant();
      load();
      noticeClock(now);
      follow(now);
      fire(now);
      handled = horizon(now);
      fireQueued(now);
      register.refresh();
      follow(now);
      if (watermark.isDue(now)) {
        watermark.move(agenda.handled(horizon(now)), now);
      }
      return restUntil(now);
    } finally {
      lastSeen = clock.instant();
      ticking.unlock();
    }
  }

  /// Notes how far it has come, so that the next server does not take for missed what has fired.
  /// Does nothing while a tick goes on: then the store is too slow to wait for.
  void close() {
    if (!ticking.tryLock()) {
      return;
    }
    try {
      watermark.finish(agenda.handled(handled), clock.instant());
    } catch (WaybillException failed) {
      LOG.log(Level.WARNING, "the last firings could not be noted", failed);
    } finally {
      ticking.unlock();
    }
  }

  private void load() {
    if (!loaded) {
      watermark.look();
      var _ = register.readAll();
    }
  }

  /// Time that passed without a tick is time in which nobody was there. Where the clock was set
  /// back, slots come again; those that have fired are refused by the store.
  private void noticeClock(Instant now) {
    if (!loaded || now.isAfter(lastSeen.plus(STALLED))) {
      promptFrom = now.minus(PROMPT);
    }
    if (!loaded || now.isAfter(lastSeen.plus(ON_TIME))) {
      awakeFrom = now.minus(ON_TIME);
    } else if (now.isBefore(lastSeen.minus(SET_BACK))) {
      awakeFrom = now.minus(ON_TIME);
      promptFrom = now.minus(PROMPT);
      lookedForQueued = Instant.MIN;
      List<Plan> plans = agenda.all().stream().map(AgendaEntry::plan).toList();
      plans.forEach(plan -> agenda.put(new AgendaEntry(plan, now.minusMillis(1))));
    }
  }

  private void follow(Instant now) {
    List<Register.Change<Definition>> some;
    synchronized (changes) {
      some = List.copyOf(changes.values());
      changes.clear();
    }
    some.forEach(change -> apply(change, now));
    loaded = true;
  }

  private void apply(Register.Change<Definition> change, Instant now) {
    Definition definition = change.value();
    if (definition == null) {
      agenda.remove(change.name());
      return;
    }
    try {
      Plan plan = Plan.of(change.name(), definition);
      agenda.put(new AgendaEntry(plan, handled(plan, now)));
    } catch (WaybillException unreadable) {
      agenda.remove(change.name());
      LOG.log(Level.ERROR, "schedule " + change.name() + " cannot fire", unreadable);
    }
  }

  /// Up to when the slots of a schedule that is new here have been seen to.
  private Instant handled(Plan plan, Instant now) {
    Definition definition = plan.definition();
    AgendaEntry before = agenda.find(plan.name());
    if (before != null && before.plan().definition().countsFrom().equals(definition.countsFrom())) {
      Upcoming head = before.head();
      return head == null ? now : head.at().minusMillis(1);
    }
    Instant from = definition.countsFrom();
    Instant reached = loaded ? null : watermark.reached();
    if (reached == null || !isCovered(definition, reached) || reached.isBefore(from)) {
      return from;
    }
    return earlier(reached, now);
  }

  /// Whether all servers knew of the definition at this moment.
  private static boolean isCovered(Definition definition, Instant time) {
    return !definition.changedAt().plus(KNOWN).isAfter(time);
  }

  private void fire(Instant now) {
    Instant horizon = horizon(now);
    List<AgendaEntry> due = agenda.takeDue(horizon, ENTRIES);
    while (!due.isEmpty()) {
      try {
        fire(leftToFire(due, now), horizon, now);
      } finally {
        due.forEach(agenda::putBack);
      }
      due = agenda.takeDue(horizon, ENTRIES);
    }
  }

  private Instant horizon(Instant now) {
    return watermark.isMine() ? now : now.minus(STANDBY);
  }

  /// What another server has not seen to, where it was its turn.
  private List<AgendaEntry> leftToFire(List<AgendaEntry> due, Instant now) {
    if (watermark.isMine()) {
      return due;
    }
    watermark.look();
    Instant reached = watermark.reached();
    if (reached == null || reached.isAfter(now)) {
      return due;
    }
    List<AgendaEntry> left = new ArrayList<>();
    for (AgendaEntry entry : due) {
      Upcoming head = entry.head();
      if (head != null && isCovered(entry.plan().definition(), head.at())) {
        entry.passOver(reached);
      }
      if (!entry.dueAt().isAfter(horizon(now))) {
        left.add(entry);
      }
    }
    return left;
  }

  private void fire(List<AgendaEntry> due, Instant horizon, Instant now) {
    Map<AgendaEntry, List<PendingFiring>> shots = new LinkedHashMap<>();
    due.forEach(entry -> shots.put(entry, shots(entry, horizon, now)));
    try {
      firer.fire(shots.values().stream().flatMap(List::stream).toList(), now);
    } catch (RuntimeException failed) {
      due.forEach(entry -> entry.retryLater(now));
      throw failed;
    }
    shots.forEach((entry, fired) -> advance(entry, fired, now));
    if (!due.isEmpty()) {
      watermark.isBehind();
    }
  }

  private List<PendingFiring> shots(AgendaEntry entry, Instant horizon, Instant now) {
    Plan plan = entry.plan();
    boolean prompt = plan.schedule().catchUp().mode() == CatchUp.Mode.NONE;
    entry.catchUp(prompt ? promptFrom : awakeFrom, now);
    List<PendingFiring> shots = new ArrayList<>();
    Skipped leftOut = entry.leftOut();
    if (leftOut != null) {
      shots.add(PendingFiring.leftOut(plan, leftOut));
    }
    int most = plan.schedule().overlap() == Overlap.ALLOW ? SLOTS_AT_ONCE : 1;
    entry.due(horizon, most).forEach(firing -> shots.add(PendingFiring.of(plan, firing.slot())));
    return shots;
  }

  private static void advance(AgendaEntry entry, List<PendingFiring> fired, Instant now) {
    List<PendingFiring> slots = entry.leftOut() == null ? fired : fired.subList(1, fired.size());
    entry.noted();
    for (PendingFiring shot : slots) {
      if (shot.isAgain()) {
        entry.retryLater(now);
        return;
      }
      entry.advance();
    }
  }

  /// Looked for by every server, since the one that queued a slot may be gone.
  private void fireQueued(Instant now) {
    if (now.isBefore(lookedForQueued.plus(LOOK_FOR_QUEUED))) {
      return;
    }
    lookedForQueued = now;
    List<Plan> queueing = agenda.queueing();
    if (!queueing.isEmpty()) {
      firer.fireQueued(queueing, now);
    }
  }

  private Instant restUntil(Instant now) {
    Instant next = agenda.nextDue();
    Instant due = watermark.isMine() || next.equals(Instant.MAX) ? next : next.plus(STANDBY);
    return earlier(earlier(due, watermark.dueAt()), now.plus(LONGEST_REST));
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }
}
