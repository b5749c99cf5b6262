package dev.waybill.cli.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.wire.job.JobJson;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.FlatDocument;
import dev.waybill.wire.json.FlatDocument.Column;
import dev.waybill.wire.message.MessageJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// `docs/export.md` lists the columns of each table with their types, and no others.
final class ColumnsAreDocumentedTest {

  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\| (\\w+)");

  @Test
  void every_column_has_a_row() throws IOException {
    assertDocumented("jobs", JobJson.DOCUMENT);
    assertDocumented("messages", MessageJson.DOCUMENT);
    assertDocumented("events", EventRow.DOCUMENT);
  }

  @Test
  void columns_that_need_content_say_so() throws IOException {
    List<Column> few =
        new FlatDocument<>(MessageJson.DOCUMENT, ExportMessagesCommand.CONTENT).columns();
    List<String> always = few.stream().map(Column::name).toList();
    for (Column column : new FlatDocument<>(MessageJson.DOCUMENT, Set.of()).columns()) {
      boolean marked =
          section("messages")
              .lines()
              .filter(line -> line.startsWith("| `" + column.name() + "` |"))
              .anyMatch(line -> line.contains("Only with `--content`."));
      assertThat(marked).as(column.name()).isNotEqualTo(always.contains(column.name()));
    }
  }

  private static <T> void assertDocumented(String table, Document<T> document) throws IOException {
    List<String> documented =
        ROW.matcher(section(table))
            .results()
            .map(row -> row.group(1) + " " + row.group(2))
            .toList();
    assertThat(documented)
        .isEqualTo(
            new FlatDocument<>(document, Set.of())
                .columns().stream().map(ColumnsAreDocumentedTest::row).toList());
  }

  private static String row(Column column) {
    String type =
        switch (column.type()) {
          case TEXT -> "text";
          case WHOLE -> "int64";
          case DECIMAL -> "double";
          case FLAG -> "boolean";
          case TIME -> "timestamp";
        };
    return column.name() + " " + type;
  }

  private static String section(String table) throws IOException {
    String page = Files.readString(Path.of("..", "docs", "export.md"));
    return page.split("## Columns of `" + table + "`\n", 2)[1].split("(?m)^## ", 2)[0];
  }
}
