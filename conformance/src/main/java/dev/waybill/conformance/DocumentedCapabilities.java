package dev.waybill.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Capabilities;
import dev.waybill.Capabilities.Feature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/// Compares the table of stores in the documentation with the declared capabilities.
public final class DocumentedCapabilities {

  private DocumentedCapabilities() {}

  /// Durability is not in the table, because it depends on the configuration of the store.
  public static void assertIn(Path document, Capabilities can) throws IOException {
    String row =
        "| `%s` | `%s` | `%s` | %s | %s | %s |"
            .formatted(
                can.store(),
                word(can.ordering()),
                word(can.listing()),
                answer(can, Feature.ATOMIC_FAN_OUT),
                answer(can, Feature.SHARED),
                answer(can, Feature.SEARCH));
    assertThat(Files.readAllLines(document)).contains(row);
  }

  private static String answer(Capabilities can, Feature feature) {
    return can.has(feature) ? "yes" : "no";
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
