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

/// Fires due slots. Any number of servers may do so on one store.
final class ScheduleEngine {

  /// The delay of servers whose turn it is not.
  static final Duration STANDBY = Duration.ofSeconds(5);

  /// A firing that is later than this was missed: the catch-up policy applies.
  static final Duration ON_TIME = Duration.ofSeconds(30);

  /// The same for schedules without catch-up: the pause of the loop between two ticks.
  static final Duration PROMPT = Duration.ofSeconds(1);

  /// With more time than this between two ticks, slots of schedules without catch-up were missed.
  static final Duration STALLED = Duration.ofSeconds(5);

  /// How long it may take until all servers know a change.
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

  /// Called on any thread that reads the register. Throws if the schedule cannot fire, so that the
  /// register marks it as unusable.
  private void changed(Register.Change<Definition> change) {
    Definition definition = change.value();
    if (definition != null) {
      var _ = Plan.of(change.name(), definition);
    }
    synchronized (changes) {
      changes.put(change.name(), change);
    }
  }

  /// Fires everything that is due, and returns the latest time of the next call. Throws if the
  /// store fails; nothing is lost, and the next tick retries.
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

  /// Records the handled time, so that the next server does not treat these slots as missed. Does
  /// nothing during a tick: then the store is too slow to wait for.
  void close() {
    if (!ticking.tryLock()) {
      return;
    }
    try {
      watermark.finish(agenda.handled(handled), clock.instant());
    } catch (WaybillException failed) {
      LOG.log(Level.WARNING, "cannot record the last firings", failed);
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

  /// Time without a tick is downtime. If the clock was set back, slots come again; the store
  /// refuses those that have fired.
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

  /// The time up to which the slots of a schedule that is new here are handled.
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

  /// Whether all servers knew the definition at this time.
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

  /// The firings that another server has not made although it was its turn.
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
    Map<AgendaEntry, List<PendingFiring>> firings = new LinkedHashMap<>();
    due.forEach(entry -> firings.put(entry, firings(entry, horizon, now)));
    try {
      firer.fire(firings.values().stream().flatMap(List::stream).toList(), now);
    } catch (RuntimeException failed) {
      due.forEach(entry -> entry.retryLater(now));
      throw failed;
    }
    firings.forEach((entry, fired) -> advance(entry, fired, now));
    if (!due.isEmpty()) {
      watermark.isBehind();
    }
  }

  private List<PendingFiring> firings(AgendaEntry entry, Instant horizon, Instant now) {
    Plan plan = entry.plan();
    boolean prompt = plan.schedule().catchUp().mode() == CatchUp.Mode.NONE;
    entry.catchUp(prompt ? promptFrom : awakeFrom, now);
    List<PendingFiring> firings = new ArrayList<>();
    Skipped leftOut = entry.leftOut();
    if (leftOut != null) {
      firings.add(PendingFiring.leftOut(plan, leftOut));
    }
    int most = plan.schedule().overlap() == Overlap.ALLOW ? SLOTS_AT_ONCE : 1;
    entry.due(horizon, most).forEach(one -> firings.add(PendingFiring.of(plan, one.slot())));
    return firings;
  }

  private static void advance(AgendaEntry entry, List<PendingFiring> fired, Instant now) {
    List<PendingFiring> slots = entry.leftOut() == null ? fired : fired.subList(1, fired.size());
    entry.noted();
    for (PendingFiring firing : slots) {
      if (firing.isAgain()) {
        entry.retryLater(now);
        return;
      }
      entry.advance();
    }
  }

  /// Done by every server, because the one that queued a slot may be down.
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
