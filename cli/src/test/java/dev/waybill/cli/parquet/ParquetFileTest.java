package dev.waybill.cli.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Payload;
import dev.waybill.cli.DuckDb;
import dev.waybill.conformance.Seed;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Our Parquet files, as another implementation reads them.
@Timeout(180)
final class ParquetFileTest {

  private static final List<ParquetColumn> ALL_TYPES =
      List.of(
          new ParquetColumn("text", ParquetType.TEXT),
          new ParquetColumn("number", ParquetType.INT64),
          new ParquetColumn("share", ParquetType.DOUBLE),
          new ParquetColumn("flag", ParquetType.BOOLEAN),
          new ParquetColumn("at", ParquetType.TIMESTAMP));

  @TempDir Path folder;

  @Test
  @Seed("S2.34")
  void every_type_is_read_as_declared() throws IOException {
    Path file = write(ALL_TYPES, 10, List.of());
    assertThat(DuckDb.columns(file))
        .containsExactly(
            "text VARCHAR",
            "number BIGINT",
            "share DOUBLE",
            "flag BOOLEAN",
            "at TIMESTAMP WITH TIME ZONE");
  }

  @Test
  void values_at_the_limits_of_their_types_are_read_back() throws IOException {
    List<@Nullable Object[]> rows =
        List.of(
            row("", Long.MIN_VALUE, -0.0, true, Instant.parse("1969-12-31T23:59:59.999Z")),
            row("𝄞 Grüße\n\"'", Long.MAX_VALUE, Double.MIN_VALUE, false, Instant.EPOCH),
            row(
                "x".repeat(100_000),
                0L,
                Double.MAX_VALUE,
                true,
                time("2026-11-17T21:00:00.123456Z")),
            row("\u0001", -1L, 0.1, true, time("9999-12-31T23:59:59Z")));
    Path file = write(ALL_TYPES, 10, rows);
    List<List<@Nullable Object>> read = DuckDb.rows(file, "select * from $file");
    assertThat(read).isEqualTo(rows.stream().map(ParquetFileTest::asRead).toList());
  }

  @Test
  void nulls_are_distinct_from_empty_texts_zeros_and_false() throws IOException {
    List<@Nullable Object[]> rows =
        List.of(
            row(null, null, null, null, null),
            row("", 0L, 0.0, false, Instant.EPOCH),
            row(null, 1L, null, true, null),
            row(null, null, null, null, null));
    Path file = write(ALL_TYPES, 10, rows);
    assertThat(DuckDb.rows(file, "select * from $file"))
        .isEqualTo(rows.stream().map(ParquetFileTest::asRead).toList());
  }

  @Test
  void a_file_without_rows_has_its_columns() throws IOException {
    Path file = write(ALL_TYPES, 10, List.of());
    assertThat(DuckDb.rows(file, "select count(*) from $file")).containsExactly(List.of(0L));
  }

  @Test
  void more_columns_than_a_short_list_of_the_format_are_read() throws IOException {
    List<ParquetColumn> many =
        IntStream.range(0, 200)
            .mapToObj(i -> new ParquetColumn("c" + i, ParquetType.INT64))
            .toList();
    @Nullable Object[] row = IntStream.range(0, 200).mapToObj(i -> (Object) (long) i).toArray();
    Path file = write(many, 1, List.<@Nullable Object[]>of(row, row));
    assertThat(DuckDb.columns(file)).hasSize(200);
    assertThat(DuckDb.rows(file, "select c0, c14, c15, c199 from $file"))
        .containsExactly(List.of(0L, 14L, 15L, 199L), List.of(0L, 14L, 15L, 199L));
  }

  @Test
  @Seed("S2.34")
  void a_hundred_thousand_rows_in_several_groups_are_read() throws IOException {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      rows.add(
          row(
              i % 7 == 0 ? null : "text " + i,
              (long) i,
              i % 3 == 0 ? null : i / 2.0,
              i % 5 == 0 ? null : i % 2 == 0,
              Instant.ofEpochMilli(i)));
    }
    Path file = write(ALL_TYPES, 30_000, rows);
    assertThat(
            DuckDb.rows(
                file,
                "select count(*), count(text), sum(number)::bigint, sum(share),"
                    + " count(*) filter (where flag), max(epoch_ms(\"at\")),"
                    + " bool_and(text is null or text = 'text ' || number)"
                    + " from $file"))
        .containsExactly(
            List.of(100_000L, 85_714L, 4_999_950_000L, sumOfShares(), 40_000L, 99_999L, true));
    assertThat(
            DuckDb.rows(file, "select count(distinct row_group_id) from parquet_metadata($file)"))
        .containsExactly(List.of(4L));
  }

  private static double sumOfShares() {
    return IntStream.range(0, 100_000).filter(i -> i % 3 != 0).mapToDouble(i -> i / 2.0).sum();
  }

  private static Instant time(String text) {
    return Instant.parse(text);
  }

  private static @Nullable Object[] row(@Nullable Object... values) {
    return values;
  }

  private static List<@Nullable Object> asRead(@Nullable Object[] row) {
    return Arrays.stream(row)
        .<@Nullable Object>map(
            value ->
                value instanceof Instant time
                    ? OffsetDateTime.ofInstant(time, ZoneOffset.UTC)
                    : value)
        .toList();
  }

  private Path write(List<ParquetColumn> columns, int perGroup, List<@Nullable Object[]> rows)
      throws IOException {
    Path file = folder.resolve("table.parquet");
    List<Payload> described = new ArrayList<>();
    long offset = ParquetFrame.header().length;
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write(ParquetFrame.header());
      for (int begin = 0; begin < rows.size(); begin += perGroup) {
        RowGroup group = new RowGroup(columns);
        rows.subList(begin, Math.min(begin + perGroup, rows.size())).forEach(group::add);
        RowGroup.Written written = group.write(offset);
        out.write(written.bytes().bytesWithoutCopy());
        offset += written.bytes().size();
        described.add(written.description());
      }
      out.write(ParquetFrame.footer(columns, described, rows.size()));
    }
    return file;
  }
}
