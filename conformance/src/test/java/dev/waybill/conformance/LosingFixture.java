package dev.waybill.conformance;

import dev.waybill.conformance.JournaledStore.Change;
import dev.waybill.conformance.model.ModelBackend;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.ForwardingBackend;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/// A backend that loses some acknowledged changes in a crash.
final class LosingFixture implements BackendFixture {

  private static final class LosingBackend extends ForwardingBackend {

    private final JournaledStore jobs;

    private LosingBackend(Backend rest, JournaledStore jobs) {
      super(rest);
      this.jobs = jobs;
    }

    @Override
    public JournaledStore jobs() {
      return jobs;
    }
  }

  private final Settings settings;
  private final UnaryOperator<List<Change>> survivors;
  private final ManualClock clock = new ManualClock();
  private final ModelBackend rest;
  private LosingBackend backend;

  LosingFixture(Settings settings, UnaryOperator<List<Change>> survivors) {
    this.settings = settings;
    this.survivors = survivors;
    this.rest = new ModelBackend(settings);
    this.backend = new LosingBackend(rest, new JournaledStore(settings, clock));
  }

  /// Loses the last acknowledged change.
  static LosingFixture forgetful(Settings settings) {
    return new LosingFixture(
        settings, journal -> journal.subList(0, Math.max(0, journal.size() - 1)));
  }

  /// Stores acknowledged changes only in groups of eight.
  static LosingFixture hasty(Settings settings) {
    return new LosingFixture(settings, journal -> journal.subList(0, journal.size() / 8 * 8));
  }

  @Override
  public Backend backend() {
    return backend;
  }

  @Override
  public ManualClock clock() {
    return clock;
  }

  @Override
  public Backend crashAndReopen() {
    List<Change> kept = survivors.apply(backend.jobs().crash());
    backend = new LosingBackend(rest, JournaledStore.of(kept, settings, clock));
    return backend;
  }

  @Override
  public void elapse(Duration step) {
    clock.advance(step);
  }

  @Override
  public void close() {
    backend.close();
  }
}
