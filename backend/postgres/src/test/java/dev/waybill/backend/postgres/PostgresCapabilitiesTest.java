package dev.waybill.backend.postgres;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.CapabilitiesConformance;
import dev.waybill.conformance.DocumentedCapabilities;
import dev.waybill.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PostgresCapabilitiesTest extends CapabilitiesConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return PostgresFixture.on(settings);
  }

  @Test
  void the_documentation_lists_the_capabilities_of_this_store() throws IOException {
    try (BackendFixture fixture = openFixture(Settings.DEFAULT.withMaintenanceEvery(null))) {
      DocumentedCapabilities.assertIn(
          Path.of("../../docs/backends.md"), fixture.backend().capabilities());
    }
  }
}
