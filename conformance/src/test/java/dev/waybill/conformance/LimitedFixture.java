package dev.waybill.conformance;

import dev.waybill.Capabilities;
import dev.waybill.Capabilities.Durability;
import dev.waybill.Capabilities.Listing;
import dev.waybill.Capabilities.Ordering;
import dev.waybill.conformance.model.ModelFixture;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.ForwardingBackend;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;

/// The model without any optional capability.
final class LimitedFixture implements BackendFixture {

  private static final Capabilities LEAST =
      new Capabilities(
          "limited", Durability.MEMORY, Ordering.BEST_EFFORT, Listing.BY_QUEUE, Set.of());

  private final BackendFixture model;

  LimitedFixture(Settings settings) {
    model = new ModelFixture(settings);
  }

  @Override
  public Backend backend() {
    return limited(model.backend());
  }

  private static Backend limited(Backend able) {
    return new ForwardingBackend(able) {
      @Override
      public Capabilities capabilities() {
        return LEAST;
      }
    };
  }

  @Override
  public InstantSource clock() {
    return model.clock();
  }

  @Override
  public Backend crashAndReopen() {
    return limited(model.crashAndReopen());
  }

  @Override
  public void elapse(Duration step) {
    model.elapse(step);
  }

  @Override
  public void close() {
    model.close();
  }
}
