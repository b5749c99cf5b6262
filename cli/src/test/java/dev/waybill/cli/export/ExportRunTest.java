package dev.waybill.cli.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.JobId;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.cli.DuckDb;
import dev.waybill.conformance.Seed;
import dev.waybill.wire.json.FlatDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Exports that are interrupted at any row.
@Timeout(180)
final class ExportRunTest {

  private static final int ROWS = 300;
  private static final int ROWS_PER_PAGE = 7;
  private static final int ROWS_PER_PIECE = 20;
  private static final FlatDocument<EventRow> TABLE =
      new FlatDocument<>(EventRow.DOCUMENT, Set.of());
  private static final RowSource<EventRow> WHOLE = new Numbers(Integer.MAX_VALUE);

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(ExportFormat.class)
  @Seed("S2.34")
  void an_export_that_is_interrupted_at_random_rows_is_the_same_file(ExportFormat format)
      throws IOException {
    Path whole = folder.resolve("whole");
    copy(whole, format, WHOLE);
    Random random = new Random(34);
    for (int round = 0; round < 4; round++) {
      Path file = folder.resolve("interrupted" + round);
      while (interrupted(file, format, random.nextInt(ROWS / 2))) {
        leaveTornBytes(file, random);
      }
      assertThat(file).hasSameBinaryContentAs(whole);
      assertThat(filesBeside(file)).containsExactly(file);
    }
  }

  @Test
  void an_interrupted_parquet_file_has_every_row_once() throws IOException {
    Path file = folder.resolve("numbers.parquet");
    assertThat(interrupted(file, ExportFormat.PARQUET, 200)).isTrue();
    assertThat(interrupted(file, ExportFormat.PARQUET, ROWS)).isFalse();
    assertThat(
            DuckDb.rows(
                file,
                "select count(*), count(distinct sequence), min(sequence), max(sequence)"
                    + " from $file"))
        .containsExactly(List.of((long) ROWS, (long) ROWS, 0L, ROWS - 1L));
  }

  @Test
  void an_interrupted_export_repeats_only_rows_after_the_last_saved_page() {
    Path file = folder.resolve("numbers.csv");
    interrupted(file, ExportFormat.CSV, 200);
    ExportState state = ExportFile.unfinished(file).orElseThrow();
    assertThat(state.rows()).isBetween(200L - ROWS_PER_PIECE - ROWS_PER_PAGE, 200L);
    assertThat(state.cursor()).isEqualTo(Long.toString(state.rows()));
  }

  @Test
  void a_partial_file_that_lost_bytes_is_refused() throws IOException {
    Path file = folder.resolve("numbers.csv");
    interrupted(file, ExportFormat.CSV, 200);
    Files.write(part(file), new byte[10], StandardOpenOption.TRUNCATE_EXISTING);
    assertThatThrownBy(() -> copy(file, ExportFormat.CSV, WHOLE))
        .hasMessageContaining("shorter")
        .hasMessageContaining("--force");
  }

  @Test
  void a_damaged_state_is_refused() throws IOException {
    Path file = folder.resolve("numbers.csv");
    Files.writeString(folder.resolve("numbers.csv.resume"), "{\"table\":");
    assertThatThrownBy(() -> ExportFile.unfinished(file))
        .isInstanceOfSatisfying(
            WaybillException.class, e -> assertThat(e.code()).isEqualTo(Code.CORRUPT))
        .hasMessageContaining("--force");
  }

  @Test
  void a_state_that_cannot_be_saved_leaves_the_earlier_one() throws IOException {
    Path file = folder.resolve("numbers.csv");
    interrupted(file, ExportFormat.CSV, 200);
    ExportState before = ExportFile.unfinished(file).orElseThrow();
    Files.createDirectory(folder.resolve("numbers.csv.resume.next"));
    assertThatThrownBy(() -> copy(file, ExportFormat.CSV, WHOLE))
        .isInstanceOfSatisfying(
            WaybillException.class, e -> assertThat(e.code()).isEqualTo(Code.STORE_FAILED));
    assertThat(ExportFile.unfinished(file)).contains(before);
    Files.delete(folder.resolve("numbers.csv.resume.next"));
    copy(file, ExportFormat.CSV, WHOLE);
    copy(folder.resolve("whole"), ExportFormat.CSV, WHOLE);
    assertThat(file).hasSameBinaryContentAs(folder.resolve("whole"));
  }

  @Test
  void large_rows_are_written_before_their_page_ends() {
    Path file = folder.resolve("large.ndjson");
    EventRow large = row(1, "x".repeat(1024 * 1024));
    RowSource<EventRow> onePage =
        (_, rows) -> {
          for (int i = 0; i < 20; i++) {
            rows.add(large);
          }
          assertThat(part(file)).isNotEmptyFile();
          return null;
        };
    copy(file, ExportFormat.NDJSON, onePage);
    assertThat(file).content().hasLineCount(20);
  }

  @Test
  void sources_are_read_one_after_another_and_continued() throws IOException {
    RowSource<EventRow> twice = new OneAfterAnother<>(List.of(WHOLE, WHOLE));
    Path whole = folder.resolve("whole");
    copy(whole, ExportFormat.CSV, twice);
    assertThat(Files.readAllLines(whole)).hasSize(2 * ROWS + 1);
    Path file = folder.resolve("interrupted");
    RowSource<EventRow> failing = new OneAfterAnother<>(List.of(WHOLE, new Numbers(ROWS / 2)));
    assertThatThrownBy(() -> copy(file, ExportFormat.CSV, failing))
        .isInstanceOf(WaybillException.class);
    assertThat(ExportFile.unfinished(file).orElseThrow().cursor()).startsWith("1:");
    copy(file, ExportFormat.CSV, twice);
    assertThat(file).hasSameBinaryContentAs(whole);
  }

  /// Numbered rows; fails when it has passed some of them on.
  private record Numbers(int until) implements RowSource<EventRow> {

    @Override
    public @Nullable String page(@Nullable String cursor, RowSink<EventRow> rows) {
      int begin = cursor == null ? 0 : Integer.parseInt(cursor);
      int end = Math.min(begin + ROWS_PER_PAGE, ROWS);
      for (int i = begin; i < end; i++) {
        if (i >= until) {
          throw new WaybillException(Code.UNAVAILABLE, "the server is gone");
        }
        rows.add(row(i, "text " + i));
      }
      rows.passed((double) end / ROWS);
      return end == ROWS ? null : Integer.toString(end);
    }
  }

  private static EventRow row(int number, String text) {
    return new EventRow(
        JobId.parse("00000000-0000-7000-8000-000000000000"),
        number % 3 == 0 ? null : "m" + number,
        1,
        number,
        "counted",
        Instant.ofEpochMilli(number),
        Payload.of('"' + text + '"'));
  }

  /// Whether the export ended early: the source fails some rows after where the last run came to.
  private static boolean interrupted(Path file, ExportFormat format, int after) {
    long done = ExportFile.unfinished(file).map(ExportState::rows).orElse(0L);
    try {
      copy(file, format, new Numbers((int) done + after));
      return false;
    } catch (WaybillException gone) {
      return true;
    }
  }

  private static void copy(Path file, ExportFormat format, RowSource<EventRow> source) {
    ExportPlan plan = new ExportPlan("numbers", "", format, new ExportRange(null, Instant.EPOCH));
    ExportState state = ExportFile.unfinished(file).orElse(null);
    try (ExportFile out = state == null ? ExportFile.begin(file) : ExportFile.resume(file, state)) {
      new ExportRun<>(out, plan, state, format.encoder(TABLE), ROWS_PER_PIECE).copy(source);
    }
  }

  /// What a write leaves that was cut off by a crash.
  private static void leaveTornBytes(Path file, Random random) throws IOException {
    byte[] torn = new byte[random.nextInt(1_000)];
    random.nextBytes(torn);
    Files.write(part(file), torn, StandardOpenOption.APPEND);
  }

  private static Path part(Path file) {
    return file.resolveSibling(file.getFileName() + ".part");
  }

  private List<Path> filesBeside(Path file) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(path -> path.toString().startsWith(file + ".") || path.equals(file))
          .toList();
    }
  }
}
