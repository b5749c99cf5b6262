package dev.waybill.cli.topics;

import dev.waybill.cli.connect.TextArgument;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.Table;
import dev.waybill.events.jsonschema.Change;
import dev.waybill.events.schema.Bump;
import dev.waybill.events.schema.EventSchema;
import dev.waybill.events.schema.SchemaDiff;
import dev.waybill.topic.Schema;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import java.nio.file.Path;
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
  private static final Document<SchemaDiff> DIFF = document();

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
      output.wire(DIFF, diff);
    } else {
      show(diff);
    }
    return 0;
  }

  private EventSchema schema(String version, Path file) {
    return EventSchema.of(TYPE, patches ? version + ".0" : version, TextArgument.file(file));
  }

  private void show(SchemaDiff diff) {
    if (diff.changes().isEmpty()) {
      output.line("no difference");
      return;
    }
    Table table = Table.of("CHANGE", "WHERE", "WHAT");
    diff.changes()
        .forEach(one -> table.row(DisplayText.lower(one.kind()), one.pointer(), one.message()));
    output.table(table);
    output.line("needs a new " + DisplayText.lower(diff.bump()) + " version");
    output.line(
        diff.breaks().isEmpty() ? "breaks no compatibility mode" : "breaks " + broken(diff));
  }

  private static String broken(SchemaDiff diff) {
    return diff.breaks().stream()
        .map(DisplayText::lower)
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private static Document<SchemaDiff> document() {
    Fields<SchemaDiff> fields = Fields.of("SchemaDiff", "How two schemas differ.");
    var changes =
        fields.required(
            "changes",
            Codecs.list(change(), Integer.MAX_VALUE),
            SchemaDiff::changes,
            "The differences.");
    var bump =
        fields.required(
            "bump",
            Codecs.word(Bump.class),
            SchemaDiff::bump,
            "The part of the version that must grow.");
    var breaks =
        fields.required(
            "breaks",
            Codecs.words(Schema.Compatibility.class),
            SchemaDiff::breaks,
            "The compatibility modes that the newer schema breaks.");
    return fields.make(in -> new SchemaDiff(in.get(changes), in.get(bump), in.get(breaks)));
  }

  private static Document<Change> change() {
    Fields<Change> fields = Fields.of("SchemaChange", "One difference.");
    var kind =
        fields.required("kind", Codecs.word(Change.Kind.class), Change::kind, "What it means.");
    var pointer = fields.text("pointer", Change::pointer, "JSON pointer to the keyword.");
    var message = fields.text("message", Change::message, "Explanation for people.");
    return fields.make(in -> new Change(in.get(kind), in.get(pointer), in.get(message)));
  }
}
