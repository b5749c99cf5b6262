package dev.waybill.bench;

import dev.waybill.bench.peer.Contender;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/// The results of a run and their files.
///
/// @param loads load averages, before and after each measure
record Report(
    Instant began,
    Map<String, String> environment,
    List<String> loads,
    Plan plan,
    List<Contender> contenders,
    Results results) {

  static final String JSON = "results.json";
  static final String MARKDOWN = "results.md";

  void write(Path folder) {
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve(JSON), json());
      Files.writeString(folder.resolve(MARKDOWN), MarkdownTable.of(this));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    Charts.draw(subjects(), results, folder);
  }

  List<String> subjects() {
    return contenders.stream().map(Contender::name).toList();
  }

  /// Also those of measures that have contenders of their own.
  List<String> measured() {
    return Stream.concat(subjects().stream(), results.all().stream().map(Figure::subject))
        .distinct()
        .toList();
  }

  private String json() {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("began", began.toString());
    document.put("environment", environment);
    document.put("loadAverages", loads);
    document.put("repeats", plan.repeats());
    document.put("subjects", contenders.stream().map(Report::subject).toList());
    document.put("figures", results.all().stream().map(Report::figure).toList());
    return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(document);
  }

  private static Map<String, Object> subject(Contender contender) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("name", contender.name());
    entry.put("durability", contender.durability());
    entry.put("workers", contender.workers());
    return entry;
  }

  private static Map<String, Object> figure(Figure figure) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("measure", figure.measure());
    entry.put("setting", figure.setting());
    entry.put("subject", figure.subject());
    entry.put("unit", figure.unit());
    entry.put("median", figure.median());
    entry.put("min", figure.min());
    entry.put("max", figure.max());
    entry.put("samples", figure.samples());
    return entry;
  }
}
