package dev.waybill.events.consume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.events.schema.SchemaVersion;
import dev.waybill.topic.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class KnownSchemasTest {

  private static final SchemaVersion ONE = SchemaVersion.of("1.0");

  private final List<String> asked = new ArrayList<>();
  private final Map<String, Schema> registered = new HashMap<>();
  private Instant now = Instant.parse("2026-11-15T10:00:00Z");
  private final KnownSchemas schemas = new KnownSchemas(this::find, () -> now);

  @Test
  void a_schema_is_looked_up_once() {
    registered.put("1.0", Schema.of("paid", "1.0", "{\"type\":\"object\"}"));
    assertThat(schemas.find("paid", ONE)).isNotNull();
    now = now.plusSeconds(3600);
    assertThat(schemas.find("paid", ONE)).isNotNull();
    assertThat(asked).containsExactly("paid 1.0");
  }

  @Test
  void an_unknown_schema_is_looked_up_again_after_some_time() {
    assertThat(schemas.find("paid", ONE)).isNull();
    now = now.plusSeconds(4);
    assertThat(schemas.find("paid", ONE)).isNull();
    assertThat(asked).hasSize(1);
    registered.put("1.0", Schema.of("paid", "1.0", "{\"type\":\"object\"}"));
    now = now.plusSeconds(1);
    assertThat(schemas.find("paid", ONE)).isNotNull();
    assertThat(asked).hasSize(2);
  }

  @Test
  void an_invalid_type_is_not_looked_up() {
    assertThat(schemas.find("order/paid", ONE)).isNull();
    assertThat(asked).isEmpty();
  }

  @Test
  void the_cache_of_unknown_versions_is_bounded() {
    Recently<Integer> recently = new Recently<>(Duration.ofMinutes(1), () -> now);
    for (int i = 0; i < 10_000; i++) {
      assertThat(recently.note(i)).isTrue();
    }
    assertThat(IntStream.range(0, 10_000).filter(recently::contains).count())
        .isBetween(1_000L, 2_000L);
    assertThat(recently.note(9_999)).isFalse();
  }

  private Optional<Schema> find(String type, String version) {
    asked.add(type + " " + version);
    return Optional.ofNullable(registered.get(version));
  }
}
