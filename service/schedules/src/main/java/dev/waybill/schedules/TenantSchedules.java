package dev.waybill.schedules;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.engine.register.Register;
import dev.waybill.result.Refused;
import dev.waybill.schedule.Action;
import dev.waybill.schedule.DefinedSchedule;
import dev.waybill.schedule.Firing;
import dev.waybill.schedule.Schedule;
import dev.waybill.schedule.ScheduleLimits;
import dev.waybill.schedule.ScheduleStatus;
import dev.waybill.schedule.Schedules;
import dev.waybill.schedule.Upcoming;
import dev.waybill.settings.Limits;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The schedules of one tenant.
final class TenantSchedules implements Schedules {

  private final ScheduleParts parts;
  private final String tenant;

  TenantSchedules(ScheduleParts parts, String tenant) {
    this.parts = parts;
    this.tenant = tenant;
  }

  @Override
  public ScheduleStatus put(Schedule schedule) {
    ScheduleChecks.check(schedule);
    Instant now = now();
    return changed(
        schedule.name(),
        before -> {
          Definition after =
              before == null ? Definition.first(schedule, now) : before.changedTo(schedule, now);
          if (after.countsFrom().equals(now)) {
            requireFiring(going(schedule, now).upcoming(now, 1), now);
          }
          return after;
        });
  }

  @Override
  public List<Upcoming> preview(Schedule schedule, @Nullable Instant from, int count) {
    ScheduleChecks.check(schedule);
    ScheduleChecks.preview(from, count);
    Instant begin = from == null ? now() : from;
    List<Upcoming> firings = going(schedule, begin).upcoming(begin, count);
    if (from == null) {
      requireFiring(firings, begin);
    }
    return firings;
  }

  @Override
  public Optional<ScheduleStatus> find(String name) {
    Definition definition = parts.register().read(key(name));
    return Optional.ofNullable(definition).map(found -> status(plan(name, found)));
  }

  @Override
  public Page<DefinedSchedule> list(Page.Request page) {
    if (page.limit() < 1 || page.limit() > Limits.PAGE_SIZE) {
      throw new WaybillException(Code.INVALID_ARGUMENT, "limit must be 1 to " + Limits.PAGE_SIZE);
    }
    String after = page.cursor();
    Instant now = now();
    List<DefinedSchedule> some =
        parts.register().readAll().entrySet().stream()
            .filter(entry -> entry.getKey().tenant().equals(tenant))
            .filter(entry -> after == null || entry.getKey().name().compareTo(after) > 0)
            .sorted(Map.Entry.comparingByKey(java.util.Comparator.comparing(Register.Name::name)))
            .limit(page.limit() + 1L)
            .map(entry -> defined(plan(entry.getKey().name(), entry.getValue()), now))
            .toList();
    if (some.size() <= page.limit()) {
      return new Page<>(some, null);
    }
    List<DefinedSchedule> shown = some.subList(0, page.limit());
    return new Page<>(shown, shown.getLast().schedule().name());
  }

  @Override
  public boolean delete(String name) {
    boolean existed = parts.register().exists(key(name));
    Definition before = parts.register().known(key(name));
    parts.register().change(key(name), _ -> null);
    if (before != null) {
      parts.states().delete(Plan.of(key(name), before).stateKey());
    }
    parts.wake();
    return existed;
  }

  @Override
  public ScheduleStatus pause(String name) {
    return pause(name, true);
  }

  @Override
  public ScheduleStatus resume(String name) {
    return pause(name, false);
  }

  @Override
  public Firing runNow(String name, @Nullable String key) {
    ScheduleChecks.key(key);
    Plan plan = plan(name, required(name, parts.register().read(key(name))));
    Instant now = now();
    PendingFiring firing = PendingFiring.byHand(plan, now, key == null ? newKey() : key);
    parts.firer().fireAnyway(List.of(firing), now);
    Refused refused = firing.refused();
    if (refused != null) {
      throw refused.asException();
    }
    if (firing.isAgain()) {
      throw new WaybillException(
          Code.STORE_FULL, "the store does not accept jobs at the moment; try again later");
    }
    return fired(plan, firing, now);
  }

  @Override
  public Page<Firing> history(String name, Page.Request page) {
    var _ = required(name, parts.register().read(key(name)));
    return parts.firings().page(tenant, name, page);
  }

  private ScheduleStatus pause(String name, boolean paused) {
    Instant now = now();
    return changed(
        name,
        before -> {
          Definition there = required(name, before);
          return there.changedTo(there.schedule().toBuilder().paused(paused).build(), now);
        });
  }

  private ScheduleStatus changed(String name, UnaryOperator<@Nullable Definition> change) {
    Definition after = parts.register().change(key(name), change);
    parts.wake();
    return status(plan(name, required(name, after)));
  }

  private ScheduleStatus status(Plan plan) {
    Instant now = now();
    RunState state = parts.states().read(plan.stateKey());
    String name = plan.name().name();
    return new ScheduleStatus(
        defined(plan, now),
        plan.upcoming(now, ScheduleLimits.UPCOMING),
        parts.firings().last(tenant, name, ScheduleLimits.RECENT),
        new ScheduleStatus.Skips(state.skipped(), state.recent()),
        state.queued(),
        warnings(plan.schedule().action()));
  }

  private List<String> warnings(Action action) {
    boolean lost =
        action instanceof Action.PublishEvent event
            && !parts.ports().events().exists(tenant, event.topic());
    return lost
        ? List.of(
            "topic "
                + Text.quote(((Action.PublishEvent) action).topic())
                + " does not exist; every slot is skipped until it is created")
        : List.of();
  }

  /// The plan as if the schedule were not paused.
  private Plan going(Schedule schedule, Instant from) {
    Schedule going = schedule.toBuilder().paused(false).build();
    return plan(schedule.name(), Definition.first(going, from));
  }

  private static void requireFiring(List<Upcoming> firings, Instant now) {
    if (firings.isEmpty()) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "the schedule never fires: all its times are before now, " + now + "; change its times");
    }
  }

  private static DefinedSchedule defined(Plan plan, Instant now) {
    List<Upcoming> next = plan.upcoming(now, 1);
    Definition definition = plan.definition();
    return new DefinedSchedule(
        definition.schedule(),
        definition.version(),
        definition.createdAt(),
        definition.changedAt(),
        next.isEmpty() ? null : next.getFirst().at());
  }

  /// The jobs that were started by this call, or earlier by the same call.
  private Firing fired(Plan plan, PendingFiring firing, Instant now) {
    List<Firing> found = firing.isRepeated() ? parts.firings().run(plan, firing.tag()) : List.of();
    Instant at = Objects.requireNonNullElse(firing.firedAt(), now);
    return found.isEmpty() ? new Firing(at, true, at, firing.started()) : found.getFirst();
  }

  private String newKey() {
    return new UUID(parts.ports().random().nextLong(), parts.ports().random().nextLong())
        .toString();
  }

  private Plan plan(String name, Definition definition) {
    return Plan.of(key(name), definition);
  }

  private Register.Name key(String name) {
    return new Register.Name(tenant, name);
  }

  private static Definition required(String name, @Nullable Definition definition) {
    if (definition == null) {
      throw new WaybillException(Code.NOT_FOUND, "there is no schedule " + Text.quote(name));
    }
    return definition;
  }

  /// In milliseconds, as times are stored.
  private Instant now() {
    return parts.ports().clock().instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
