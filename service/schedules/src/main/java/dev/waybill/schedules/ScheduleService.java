package dev.waybill.schedules;

import dev.waybill.Code;
import dev.waybill.Tenants;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.base.BackgroundLoop;
import dev.waybill.base.Text;
import dev.waybill.engine.register.Register;
import dev.waybill.schedule.ScheduleLimits;
import dev.waybill.schedule.Schedules;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Schedules on one store. Any number of servers may share the store: a slot fires once.
///
/// Must be closed before the store, so that it can record the handled time.
public final class ScheduleService implements AutoCloseable {

  private static final LedgerKey KEY = new LedgerKey(Tenants.SYSTEM, "schedules", "definitions");
  private static final Register.Form<Definition> FORM =
      new Register.Form<>(DefinitionJson.DOCUMENT::bytes, DefinitionJson.DOCUMENT::readAnswer);
  private static final Register.Limit LIMIT =
      new Register.Limit(
          "schedules", ScheduleLimits.SCHEDULES_PER_TENANT, ScheduleLimits.SCHEDULE_BYTES);

  private static final Duration LONGEST_REST = Duration.ofSeconds(1);

  private final ScheduleEngine engine;
  private final ScheduleParts parts;
  private final InstantSource clock;
  private volatile @Nullable BackgroundLoop loop;

  /// The ports of the service.
  ///
  /// @param waybill enqueues the jobs; uses the same ledger
  /// @param events expands an event to jobs
  /// @param random generates names; called from many threads at once
  public record Ports(
      Waybill waybill,
      Ledger ledger,
      Expansion events,
      InstantSource clock,
      RandomGenerator random) {}

  /// Fires nothing before [#start] or [#tick] is called.
  public ScheduleService(Ports ports) {
    clock = ports.clock();
    Register<Definition> register = register(ports.ledger(), clock);
    RunStates states = new RunStates(ports.ledger());
    FiringRunner firer = new FiringRunner(ports.waybill(), ports.events(), states);
    RandomGenerator random = ports.random();
    String server = new UUID(random.nextLong(), random.nextLong()).toString();
    engine = new ScheduleEngine(clock, register, new Watermark(ports.ledger(), server), firer);
    Firings firings = new Firings(ports.waybill());
    parts = new ScheduleParts(register, states, firer, firings, ports, this::wake);
  }

  static Register<Definition> register(Ledger ledger, InstantSource clock) {
    return new Register<>(ledger, KEY, FORM, LIMIT, clock);
  }

  public Schedules schedules(String tenant) {
    if (!Tenants.isAllowed(tenant)) {
      throw new WaybillException(
          Code.INVALID_NAME, "tenant " + Text.quote(tenant) + " is not a valid tenant name");
    }
    return new TenantSchedules(parts, tenant);
  }

  /// Fires by itself until it is closed.
  public void start() {
    if (loop == null) {
      loop = new BackgroundLoop("schedules", LONGEST_REST, this::step).start();
      wake();
    }
  }

  /// Returns a short time, because the clock may be changed.
  private Duration step() {
    Duration rest = Duration.between(clock.instant(), engine.tick());
    return rest.compareTo(LONGEST_REST) > 0 ? LONGEST_REST : rest;
  }

  /// Fires everything that is due now; returns when there may be more to do. For callers that do
  /// not use [#start].
  public Instant tick() {
    return engine.tick();
  }

  @Override
  public void close() {
    BackgroundLoop running = loop;
    if (running != null) {
      running.close();
    }
    engine.close();
  }

  private void wake() {
    BackgroundLoop running = loop;
    if (running != null) {
      running.wake();
    }
  }
}
