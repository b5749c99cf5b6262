package dev.waybill.cli;

import dev.waybill.events.jsonschema.Finding;
import dev.waybill.events.schema.SchemaLint;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill schemas lint`
@Command(
    name = "lint",
    description =
        "Say what is wrong or doubtful in a JSON Schema; needs no server. Ends with 1 on "
            + "an error.")
final class SchemasLintCommand implements Callable<Integer> {

  @Parameters(paramLabel = "FILE", description = "The schema.")
  private Path file = Path.of("");

  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    List<Finding> findings = SchemaLint.of(Given.file(file));
    if (output.json()) {
      output.document(
          Map.of("findings", findings.stream().map(SchemasLintCommand::document).toList()));
    } else if (findings.isEmpty()) {
      output.line("nothing to say");
    } else {
      Table table = Table.of("SEVERITY", "WHERE", "WHAT");
      findings.forEach(one -> table.row(Words.lower(one.severity()), one.pointer(), one.message()));
      output.table(table);
    }
    return findings.stream().anyMatch(one -> one.severity() == Finding.Severity.ERROR) ? 1 : 0;
  }

  private static Map<String, Object> document(Finding finding) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("severity", Words.lower(finding.severity()));
    document.put("pointer", finding.pointer());
    document.put("message", finding.message());
    return document;
  }
}
