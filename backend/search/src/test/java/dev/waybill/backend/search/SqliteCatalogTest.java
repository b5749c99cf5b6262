package dev.waybill.backend.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Promise;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.Catalog.EntryKey;
import dev.waybill.spi.Catalog.Search;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteCatalogTest {

  private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void nameFile() {
    file = folder.resolve("catalog.db");
  }

  @Test
  void entries_are_kept_after_closing() {
    fill(3);

    try (SqliteCatalog catalog = new SqliteCatalog(file)) {
      assertThat(catalog.checkpoint()).isEqualTo(3);
      assertThat(search(catalog, Map.of(), "word")).hasSize(3);
    }
  }

  @Test
  @Promise("R2")
  void an_empty_file_is_rebuilt() throws IOException {
    assertRebuilt(() -> Files.write(file, new byte[0]));
  }

  @Test
  @Promise("R2")
  void a_missing_file_is_rebuilt_although_its_wal_file_exists() {
    assertRebuilt(
        () -> {
          byte[] log = logOfAnOpenDatabase();
          Files.delete(file);
          Files.write(folder.resolve("catalog.db-wal"), log);
        });
  }

  @Test
  @Promise("R2")
  void a_file_that_is_not_a_database_is_rebuilt() {
    assertRebuilt(
        () -> Files.write(file, "not a database ".repeat(999).getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  @Promise("R2")
  void a_truncated_file_is_rebuilt() {
    assertRebuilt(() -> Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 5_000)));
  }

  @Test
  @Promise("R2")
  void another_schema_version_is_rebuilt() {
    assertRebuilt(() -> execute("PRAGMA user_version = 2"));
  }

  @Test
  @Promise("R2")
  void an_incomplete_schema_is_rebuilt() {
    assertRebuilt(() -> execute("DROP TABLE checkpoint"));
    assertRebuilt(() -> execute("DROP INDEX entries_newest"));
    assertRebuilt(() -> execute("DELETE FROM checkpoint"));
  }

  @Test
  @Promise("R2")
  void damage_found_later_is_reported_and_the_next_projection_rebuilds() throws IOException {
    fill(200);
    damageAllButTheFirstPages();
    try (SqliteCatalog catalog = new SqliteCatalog(file)) {
      assertFails(Code.CORRUPT, () -> search(catalog, Map.of("number", "7"), "word"));
      assertFails(Code.CORRUPT, () -> catalog.upsert(List.of(entry("new", 1, "")), 201));

      assertThat(catalog.checkpoint()).isZero();
      catalog.upsert(List.of(entry("new", 1, "")), 1);
      assertThat(search(catalog, Map.of(), null)).hasSize(1);
    }
  }

  @Test
  void deleted_entries_are_no_longer_found_by_words() throws SQLException {
    fill(2);
    try (SqliteCatalog catalog = new SqliteCatalog(file)) {
      catalog.delete(List.of(key("e1")));
    }

    try (Connection connection = Sqlite.open(file);
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT count(*) FROM words WHERE words MATCH 'word'")) {
      assertThat(row.getInt(1)).isEqualTo(1);
    }
  }

  @Test
  void purging_removes_the_words_of_deleted_entries_and_keeps_the_others() throws IOException {
    try (SqliteCatalog catalog = new SqliteCatalog(file)) {
      catalog.upsert(List.of(entry("a", 1, "xylophone shared"), entry("b", 2, "shared")), 1);
      assertThat(search(catalog, Map.of(), "xylofone")).hasSize(1);
      catalog.delete(List.of(key("a")));
      catalog.purge();

      assertThat(search(catalog, Map.of(), "xylofone")).isEmpty();
      assertThat(search(catalog, Map.of(), "sharet")).hasSize(1);
      catalog.upsert(List.of(entry("c", 3, "shared")), 2);
      assertThat(search(catalog, Map.of(), "sharet")).hasSize(2);
    }
    assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).doesNotContain("xyloph");
  }

  @Test
  void words_of_a_transaction_that_failed_are_added_again() throws SQLException {
    try (CatalogDatabase catalog = CatalogDatabase.open(file)) {
      assertThatThrownBy(
              () ->
                  catalog.write(
                      "add to",
                      writer -> {
                        writer.save(entry("a", 1, "bread"));
                        throw new SQLException("a power cut");
                      }))
          .isInstanceOf(WaybillException.class);
      catalog.write(
          "add to",
          writer -> {
            writer.save(entry("b", 1, "bread"));
            return writer;
          });

      assertThat(catalog.search(asking("bred", 10, null)).items()).hasSize(1);
    }
  }

  @Test
  void words_are_found_whether_few_or_most_entries_have_them() {
    List<Catalog.Entry> entries = new ArrayList<>();
    for (int i = 0; i < 31_000; i++) {
      String rare = i % 100 == 0 ? " some" : "";
      entries.add(entry("e" + i, i % 7, "common" + rare + (i == 30_000 ? " rare" : "")));
    }
    try (SqliteCatalog catalog = new SqliteCatalog(file)) {
      catalog.upsert(entries, 1);
      Map<String, String> filter = Map.of("number", "5");

      assertThat(search(catalog, filter, "rare common")).hasSize(1);
      assertThat(search(catalog, Map.of("number", "4"), "rare")).isEmpty();
      assertThat(search(catalog, filter, "some")).hasSize(44);
      assertThat(search(catalog, filter, "common")).hasSize(1_000);
      assertThat(search(catalog, filter, "common").getFirst().key().id()).isEqualTo("e9994");
    }
  }

  @Test
  void a_purge_that_a_reader_prevents_fails() throws SQLException {
    Connection impatient = Sqlite.open(file);
    try (CatalogDatabase catalog = CatalogDatabase.open(file, impatient);
        Connection reader = Sqlite.open(file);
        Statement statement = reader.createStatement()) {
      Sqlite.outsideTransactions(impatient, "PRAGMA busy_timeout = 0");
      catalog.write(
          "add to",
          writer -> {
            writer.save(entry("e1", 1, "word"));
            return writer;
          });
      reader.setAutoCommit(false);
      statement.executeQuery("SELECT count(*) FROM words").close();

      assertFails(Code.UNAVAILABLE, catalog::purge);

      reader.rollback();
      catalog.purge();
    }
  }

  @Test
  void a_batch_with_an_invalid_entry_stores_nothing() {
    try (SqliteCatalog catalog = new SqliteCatalog(file)) {
      Map<String, String> tooMany =
          IntStream.range(0, 65).boxed().collect(Collectors.toMap(i -> "f" + i, i -> "v"));
      Catalog.Entry refused = new Catalog.Entry(key("b"), NOON, tooMany, "");

      assertFails(
          Code.TOO_MANY_ITEMS, () -> catalog.upsert(List.of(entry("a", 1, ""), refused), 9));

      assertThat(catalog.checkpoint()).isZero();
      assertThat(search(catalog, Map.of(), null)).isEmpty();
    }
  }

  @Test
  @Promise("X1")
  void searches_have_limits() {
    try (SqliteCatalog catalog = new SqliteCatalog(file)) {
      assertFails(Code.INVALID_ARGUMENT, () -> catalog.search(asking(null, 0, null)));
      assertFails(Code.INVALID_ARGUMENT, () -> catalog.search(asking(null, 1_001, null)));
      assertFails(Code.INVALID_ARGUMENT, () -> catalog.search(asking("a ".repeat(65), 1, null)));
      assertFails(Code.INVALID_ARGUMENT, () -> catalog.search(asking("a".repeat(4_097), 1, null)));
      for (String cursor : List.of("", "!", "AAAA", "not a cursor")) {
        assertFails(Code.INVALID_CURSOR, () -> catalog.search(asking(null, 1, cursor)));
      }
    }
  }

  @Test
  void a_long_text_is_truncated_and_found_by_its_beginning() {
    try (SqliteCatalog catalog = new SqliteCatalog(file)) {
      catalog.upsert(List.of(entry("a", 1, "first " + "x ".repeat(1024 * 1024) + "last")), 1);

      assertThat(search(catalog, Map.of(), "first").getFirst().text()).hasSize(1024 * 1024);
      assertThat(search(catalog, Map.of(), "last")).isEmpty();
    }
  }

  @Test
  void times_are_exact_to_the_nanosecond_from_the_first_instant_to_the_last() {
    List<Instant> times = List.of(Instant.MAX, NOON.plusNanos(1), NOON, Instant.EPOCH, Instant.MIN);
    try (SqliteCatalog catalog = new SqliteCatalog(file)) {
      List<Catalog.Entry> entries = new ArrayList<>();
      for (Instant at : times) {
        entries.add(new Catalog.Entry(key("id" + entries.size()), at, Map.of(), ""));
      }
      catalog.upsert(entries.reversed(), 1);

      assertThat(search(catalog, Map.of(), null)).isEqualTo(entries);
    }
  }

  @Test
  void any_directory_name_is_allowed() throws IOException {
    file = Files.createDirectory(folder.resolve("a?b=c&#d %41;ü")).resolve("catalog.db");
    fill(1);

    assertThat(file).exists();
  }

  @Test
  void readers_the_writer_and_clearing_run_concurrently() throws Exception {
    try (SqliteCatalog catalog = new SqliteCatalog(file);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        int number = i;
        all.add(threads.submit(() -> catalog.upsert(List.of(entry("e" + number, 1, "w")), number)));
        all.add(threads.submit(() -> search(catalog, Map.of("number", "1"), "w")));
        all.add(threads.submit(number % 10 == 0 ? catalog::clear : catalog::checkpoint));
      }
      for (Future<?> each : all) {
        each.get();
      }
      catalog.clear();
      assertThat(search(catalog, Map.of(), null)).isEmpty();
    }
  }

  @Test
  void a_search_reads_a_consistent_snapshot() throws Exception {
    try (SqliteCatalog catalog = new SqliteCatalog(file);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      catalog.upsert(List.of(entry("a", 0, "0")), 0);
      Future<?> writer =
          threads.submit(
              () -> {
                for (int i = 1; i <= 300; i++) {
                  catalog.upsert(List.of(entry("a", i, Integer.toString(i))), i);
                }
              });
      while (!writer.isDone()) {
        assertThat(search(catalog, Map.of(), null))
            .allSatisfy(each -> assertThat(each.fields()).containsEntry("number", each.text()));
      }
      writer.get();
    }
  }

  @Test
  void calls_after_closing_fail_with_closed() {
    SqliteCatalog catalog = new SqliteCatalog(file);
    catalog.close();
    catalog.close();

    assertFails(Code.CLOSED, catalog::checkpoint);
    assertFails(Code.CLOSED, catalog::clear);
    assertFails(Code.CLOSED, () -> search(catalog, Map.of(), null));
  }

  @FunctionalInterface
  private interface Damage {
    void happen() throws Exception;
  }

  private void assertRebuilt(Damage damage) {
    fill(100);
    try {
      damage.happen();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    try (SqliteCatalog catalog = new SqliteCatalog(file)) {
      assertThat(catalog.checkpoint()).isZero();
      assertThat(search(catalog, Map.of(), null)).isEmpty();
      catalog.upsert(List.of(entry("new", 1, "word")), 1);
      assertThat(search(catalog, Map.of("number", "1"), "word")).hasSize(1);
    }
  }

  private void fill(int count) {
    try (SqliteCatalog catalog = new SqliteCatalog(file)) {
      for (int i = 1; i <= count; i++) {
        catalog.upsert(List.of(entry("e" + i, i, "word " + "filler ".repeat(100))), i);
      }
    }
  }

  private byte[] logOfAnOpenDatabase() throws SQLException, IOException {
    try (Connection connection = Sqlite.open(file);
        Statement statement = connection.createStatement()) {
      statement.execute("UPDATE checkpoint SET position = 77");
      return Files.readAllBytes(folder.resolve("catalog.db-wal"));
    }
  }

  private void damageAllButTheFirstPages() throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    Arrays.fill(bytes, 4096 * 16, bytes.length, (byte) 0x5A);
    Files.write(file, bytes);
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = Sqlite.open(file);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static List<Catalog.Entry> search(
      Catalog catalog, Map<String, String> fields, @Nullable String words) {
    return catalog.search(new Search("acme", "message", fields, words, 1_000, null)).items();
  }

  private static Search asking(@Nullable String words, int limit, @Nullable String before) {
    return new Search("acme", "message", Map.of(), words, limit, before);
  }

  private static Catalog.Entry entry(String id, int number, String text) {
    Map<String, String> fields = Map.of("number", Integer.toString(number));
    return new Catalog.Entry(key(id), NOON.plusSeconds(number), fields, text);
  }

  private static EntryKey key(String id) {
    return new EntryKey("acme", "message", id);
  }

  private static void assertFails(Code code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            WaybillException.class, e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code));
  }
}
