package dev.waybill.cli.topics;

import dev.waybill.cli.connect.TextArgument;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.Table;
import dev.waybill.events.jsonschema.SchemaFinding;
import dev.waybill.events.schema.SchemaLint;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.ListJson;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill schemas lint`
@Command(
    name = "lint",
    description =
        "Check a JSON Schema for errors and bad practice, without a server. Exits with 1 on "
            + "an error.")
final class SchemasLintCommand implements Callable<Integer> {

  private static final Document<List<SchemaFinding>> FINDINGS =
      ListJson.of(
          "SchemaFindings", "Problems of a schema.", "findings", document(), Integer.MAX_VALUE);

  @Parameters(paramLabel = "FILE", description = "The schema.")
  private Path file = Path.of("");

  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    List<SchemaFinding> findings = SchemaLint.of(TextArgument.file(file));
    if (output.json()) {
      output.wire(FINDINGS, findings);
    } else if (findings.isEmpty()) {
      output.line("no problems found");
    } else {
      Table table = Table.of("SEVERITY", "WHERE", "WHAT");
      findings.forEach(
          one -> table.row(DisplayText.lower(one.severity()), one.pointer(), one.message()));
      output.table(table);
    }
    return findings.stream().anyMatch(one -> one.severity() == SchemaFinding.Severity.ERROR)
        ? 1
        : 0;
  }

  private static Document<SchemaFinding> document() {
    Fields<SchemaFinding> fields = Fields.of("SchemaFinding", "One problem of a schema.");
    var severity =
        fields.required(
            "severity",
            Codecs.word(SchemaFinding.Severity.class),
            SchemaFinding::severity,
            "Its severity.");
    var pointer = fields.text("pointer", SchemaFinding::pointer, "JSON pointer to the keyword.");
    var message = fields.text("message", SchemaFinding::message, "Explanation for people.");
    return fields.make(in -> new SchemaFinding(in.get(severity), in.get(pointer), in.get(message)));
  }
}
