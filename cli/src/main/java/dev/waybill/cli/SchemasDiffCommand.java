package dev.waybill.cli;

import dev.waybill.events.jsonschema.Change;
import dev.waybill.events.schema.EventSchema;
import dev.waybill.events.schema.SchemaDiff;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `waybill schemas diff`
@Command(
    name = "diff",
    description = "Compare two schemas: changes, required version and broken compatibility.")
final class SchemasDiffCommand implements Callable<Integer> {

  private static final String TYPE = "compared";

  @Parameters(index = "0", paramLabel = "OLD", description = "The file of the older schema.")
  private Path older = Path.of("");

  @Parameters(index = "1", paramLabel = "NEW", description = "The file of the newer schema.")
  private Path newer = Path.of("");

  @Option(names = "--patches", description = "Versions have three parts, as in 1.0.0.")
  private boolean patches;

  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    SchemaDiff diff = SchemaDiff.between(schema("1.0", older), schema("2.0", newer));
    if (output.json()) {
      output.document(document(diff));
    } else {
      show(diff);
    }
    return 0;
  }

  private EventSchema schema(String version, Path file) {
    return EventSchema.of(TYPE, patches ? version + ".0" : version, Given.file(file));
  }

  private void show(SchemaDiff diff) {
    if (diff.changes().isEmpty()) {
      output.line("no difference");
      return;
    }
    Table table = Table.of("CHANGE", "WHERE", "WHAT");
    diff.changes().forEach(one -> table.row(Words.lower(one.kind()), one.pointer(), one.message()));
    output.table(table);
    output.line("needs a new " + Words.lower(diff.bump()) + " version");
    output.line(diff.breaks().isEmpty() ? "breaks nothing" : "breaks " + broken(diff));
  }

  private static String broken(SchemaDiff diff) {
    return diff.breaks().stream().map(Words::lower).sorted().collect(Collectors.joining(", "));
  }

  private static Map<String, Object> document(SchemaDiff diff) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("changes", diff.changes().stream().map(SchemasDiffCommand::change).toList());
    document.put("bump", Words.lower(diff.bump()));
    document.put("breaks", List.copyOf(diff.breaks().stream().map(Words::lower).sorted().toList()));
    return document;
  }

  private static Map<String, Object> change(Change change) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("kind", Words.lower(change.kind()));
    document.put("pointer", change.pointer());
    document.put("message", change.message());
    return document;
  }
}
