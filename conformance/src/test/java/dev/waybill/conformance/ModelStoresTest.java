package dev.waybill.conformance;

import dev.waybill.conformance.job.JobSearchConformance;
import dev.waybill.conformance.model.ModelFixture;
import dev.waybill.settings.Settings;
import org.junit.jupiter.api.Nested;

/// The model passes the tests of ledgers, blob stores and catalogs.
class ModelStoresTest {

  @Nested
  class Facts extends LedgerConformance {
    @Override
    protected BackendFixture openFixture(Settings settings) {
      return new ModelFixture(settings);
    }
  }

  @Nested
  class Retention extends LedgerRetentionConformance {
    @Override
    protected BackendFixture openFixture(Settings settings) {
      return new ModelFixture(settings);
    }
  }

  @Nested
  class Blobs extends BlobStoreConformance {
    @Override
    protected BackendFixture openFixture(Settings settings) {
      return new ModelFixture(settings);
    }
  }

  @Nested
  class Abilities extends CapabilitiesConformance {
    @Override
    protected BackendFixture openFixture(Settings settings) {
      return new ModelFixture(settings);
    }
  }

  @Nested
  class DeclinedAbilities extends CapabilitiesConformance {
    @Override
    protected BackendFixture openFixture(Settings settings) {
      return new LimitedFixture(settings);
    }
  }

  @Nested
  class JobSearch extends JobSearchConformance {
    @Override
    protected BackendFixture openFixture(Settings settings) {
      return new ModelFixture(settings);
    }
  }

  @Nested
  class Entries extends CatalogConformance {
    @Override
    protected BackendFixture openFixture(Settings settings) {
      return new ModelFixture(settings);
    }
  }
}
