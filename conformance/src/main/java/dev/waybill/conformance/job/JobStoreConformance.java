package dev.waybill.conformance.job;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.model.ModelComparison;
import dev.waybill.settings.Settings;
import org.junit.jupiter.api.Nested;

/// The promises of a `JobStore`, as tests. The test of a backend extends this class and opens a
/// fixture; it needs nothing else.
public abstract class JobStoreConformance {

  /// Opens the backend on fresh data, with these settings except for the clock, which is that of
  /// the fixture.
  protected abstract BackendFixture openFixture(Settings settings);

  /// The number of random operations that are compared with the model. The system property
  /// `waybill.model.steps` sets another number.
  protected int comparedOperations() {
    return Integer.getInteger("waybill.model.steps", 3_000);
  }

  @Nested
  class Accepting extends AcceptingGroup {
    @Override
    BackendFixture open(Settings settings) {
      return JobStoreConformance.this.openFixture(settings);
    }
  }

  @Nested
  class RequestIds extends RequestIdGroup {
    @Override
    BackendFixture open(Settings settings) {
      return JobStoreConformance.this.openFixture(settings);
    }
  }

  @Nested
  class FullStore extends FullGroup {
    @Override
    BackendFixture open(Settings settings) {
      return JobStoreConformance.this.openFixture(settings);
    }
  }

  @Nested
  class Durability extends DurabilityGroup {
    @Override
    BackendFixture open(Settings settings) {
      return JobStoreConformance.this.openFixture(settings);
    }
  }

  @Nested
  class Leasing extends LeasingGroup {
    @Override
    BackendFixture open(Settings settings) {
      return JobStoreConformance.this.openFixture(settings);
    }
  }

  @Nested
  class LateWorkers extends LateWorkerGroup {
    @Override
    BackendFixture open(Settings settings) {
      return JobStoreConformance.this.openFixture(settings);
    }
  }

  @Nested
  class Timeouts extends TimeoutGroup {
    @Override
    BackendFixture open(Settings settings) {
      return JobStoreConformance.this.openFixture(settings);
    }
  }

  @Nested
  class Patience extends PatienceGroup {
    @Override
    BackendFixture open(Settings settings) {
      return JobStoreConformance.this.openFixture(settings);
    }
  }

  @Nested
  class Lanes extends LanesGroup {
    @Override
    BackendFixture open(Settings settings) {
      return JobStoreConformance.this.openFixture(settings);
    }
  }

  @Nested
  class Times extends TimesGroup {
    @Override
    BackendFixture open(Settings settings) {
      return JobStoreConformance.this.openFixture(settings);
    }
  }

  @Nested
  class Settling extends SettlingGroup {
    @Override
    BackendFixture open(Settings settings) {
      return JobStoreConformance.this.openFixture(settings);
    }
  }

  @Nested
  class Cancelling extends CancellingGroup {
    @Override
    BackendFixture open(Settings settings) {
      return JobStoreConformance.this.openFixture(settings);
    }
  }

  @Nested
  class History extends HistoryGroup {
    @Override
    BackendFixture open(Settings settings) {
      return JobStoreConformance.this.openFixture(settings);
    }
  }

  @Nested
  class Events extends EventsGroup {
    @Override
    BackendFixture open(Settings settings) {
      return JobStoreConformance.this.openFixture(settings);
    }
  }

  @Nested
  class DeadLetters extends DeadLettersGroup {
    @Override
    BackendFixture open(Settings settings) {
      return JobStoreConformance.this.openFixture(settings);
    }
  }

  @Nested
  class Tenants extends TenantsGroup {
    @Override
    BackendFixture open(Settings settings) {
      return JobStoreConformance.this.openFixture(settings);
    }
  }

  @Nested
  class Browsing extends BrowsingGroup {
    @Override
    BackendFixture open(Settings settings) {
      return JobStoreConformance.this.openFixture(settings);
    }
  }

  @Nested
  class Stats extends StatsGroup {
    @Override
    BackendFixture open(Settings settings) {
      return JobStoreConformance.this.openFixture(settings);
    }
  }

  @Nested
  class Pruning extends PruningGroup {
    @Override
    BackendFixture open(Settings settings) {
      return JobStoreConformance.this.openFixture(settings);
    }
  }

  @Nested
  class Deleting extends DeletingGroup {
    @Override
    BackendFixture open(Settings settings) {
      return JobStoreConformance.this.openFixture(settings);
    }
  }

  @Nested
  class Feed extends FeedGroup {
    @Override
    BackendFixture open(Settings settings) {
      return JobStoreConformance.this.openFixture(settings);
    }
  }

  @Nested
  class TenantQuotas extends QuotaGroup {
    @Override
    BackendFixture open(Settings settings) {
      return JobStoreConformance.this.openFixture(settings);
    }
  }

  @Nested
  class Waiting extends WaitingGroup {
    @Override
    BackendFixture open(Settings settings) {
      return JobStoreConformance.this.openFixture(settings);
    }
  }

  @Nested
  class BadInput extends BadInputGroup {
    @Override
    BackendFixture open(Settings settings) {
      return JobStoreConformance.this.openFixture(settings);
    }
  }

  @Nested
  class ComparedWithTheModel extends ModelComparison {
    @Override
    BackendFixture open(Settings settings) {
      return JobStoreConformance.this.openFixture(settings);
    }

    @Override
    public int steps() {
      return comparedOperations();
    }
  }
}
