package dev.waybill.bench;

import dev.waybill.bench.peer.Contender;
import dev.waybill.bench.peer.WaybillSubject;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The figures as a table: a row per setting, a column per subject, and the ratio of Waybill to
/// each of the others.
final class MarkdownTable {

  private final Report report;
  private final List<String> subjects;
  private final List<String> others;

  private record Row(String measure, String setting, String unit) {}

  private MarkdownTable(Report report) {
    this.report = report;
    this.subjects = report.measured();
    this.others = subjects.stream().filter(name -> !name.equals(WaybillSubject.NAME)).toList();
  }

  static String of(Report report) {
    return new MarkdownTable(report).text();
  }

  private String text() {
    List<String> lines = new ArrayList<>();
    lines.add("Measured " + report.began() + " with " + report.environment() + ".");
    lines.add("Load average before and after each measure: " + report.loads() + ".");
    lines.add("Median of " + report.plan().repeats() + ", in brackets the least and the most.");
    lines.add("");
    lines.addAll(table());
    lines.add("");
    for (Contender contender : report.contenders()) {
      lines.add(
          "- %s: %s; %d handlers at once in the drain"
              .formatted(contender.name(), contender.durability(), contender.workers()));
    }
    return String.join("\n", lines) + "\n";
  }

  private List<String> table() {
    List<String> head = new ArrayList<>(List.of("measure", "setting", "unit"));
    head.addAll(subjects);
    others.forEach(other -> head.add(WaybillSubject.NAME + " / " + other));
    List<String> lines = new ArrayList<>();
    lines.add(line(head));
    lines.add("|" + "---|".repeat(head.size()));
    rows().forEach(row -> lines.add(line(cells(row))));
    return lines;
  }

  private Set<Row> rows() {
    Set<Row> rows = new LinkedHashSet<>();
    for (Figure figure : report.results().all()) {
      rows.add(new Row(figure.measure(), figure.setting(), figure.unit()));
    }
    return rows;
  }

  private List<String> cells(Row row) {
    List<String> cells = new ArrayList<>(List.of(row.measure(), row.setting(), row.unit()));
    subjects.forEach(
        name ->
            cells.add(
                report
                    .results()
                    .find(row.measure(), row.setting(), name)
                    .map(Numbers::withSpread)
                    .orElse("")));
    others.forEach(name -> cells.add(ratio(row, name)));
    return cells;
  }

  private String ratio(Row row, String other) {
    return report
        .results()
        .find(row.measure(), row.setting(), WaybillSubject.NAME)
        .flatMap(
            ours ->
                report
                    .results()
                    .find(row.measure(), row.setting(), other)
                    .map(theirs -> Numbers.ratio(ours.median(), theirs.median())))
        .orElse("");
  }

  private static String line(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |";
  }
}
