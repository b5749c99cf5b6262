package dev.waybill.backend.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.PostgresServer;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.Catalog.Entry;
import dev.waybill.spi.Catalog.EntryKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The search index with many words and entries.
class PostgresIndexTest {

  /// A different word of letters for each number.
  private static String word(int number) {
    StringBuilder word = new StringBuilder("wo");
    for (int rest = number + 26 * 26 * 26; rest > 0; rest /= 26) {
      word.append((char) ('a' + rest % 26));
    }
    return word.toString();
  }

  private static Entry entry(int id, int from, int to) {
    String text =
        IntStream.range(from, to)
            .mapToObj(PostgresIndexTest::word)
            .collect(Collectors.joining(" "));
    return new Entry(
        new EntryKey("t", "note", "e" + id),
        Instant.EPOCH.plusSeconds(id),
        Map.of(),
        Map.of(),
        text);
  }

  @Test
  void a_text_of_many_words_is_indexed_beside_many_words() {
    try (PostgresFixture fixture = PostgresFixture.on(Settings.DEFAULT)) {
      fixture.backend().catalog().upsert(List.of(entry(1, 0, 30_000)), 1);
      fixture.backend().catalog().upsert(List.of(entry(2, 30_000, 49_000)), 2);
      assertThat(fixture.backend().catalog().checkpoint()).isEqualTo(2);
    }
  }

  @Test
  void words_and_entries_are_removed_in_parts() {
    try (PostgresFixture fixture = PostgresFixture.on(Settings.DEFAULT)) {
      Catalog catalog = fixture.backend().catalog();
      catalog.upsert(List.of(entry(1, 0, 4_500), entry(2, 4_500, 5_000)), 1);
      catalog.upsert(IntStream.range(10, 4_110).mapToObj(i -> entry(i, 0, 1)).toList(), 2);
      catalog.delete(List.of(new EntryKey("t", "note", "e1")));
      catalog.purge();
      assertThat(words(fixture)).isEqualTo(501);
      catalog.forget("note");
      assertThat(catalog.upTo("note", Instant.now(), 10)).isEmpty();
      catalog.clear();
      assertThat(words(fixture)).isZero();
      assertThat(catalog.checkpoint()).isZero();
    }
  }

  private static int words(PostgresFixture fixture) {
    TestDatabase database = new TestDatabase(PostgresServer.shared(), "postgres");
    return Integer.parseInt(
        database.value("select count(*) from " + fixture.config().schema() + ".vocabulary"));
  }
}
