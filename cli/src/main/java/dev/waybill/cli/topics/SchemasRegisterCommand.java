package dev.waybill.cli.topics;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.connect.TextArgument;
import dev.waybill.cli.output.Output;
import dev.waybill.topic.Schema;
import dev.waybill.topic.Schemas;
import dev.waybill.wire.topic.RegisteredSchemaJson;
import dev.waybill.wire.topic.SchemaJson;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `waybill schemas register`
@Command(name = "register", description = "Register a schema for a type and version of events.")
final class SchemasRegisterCommand implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "TYPE", description = "The type of the events.")
  private String type = "";

  @Parameters(index = "1", paramLabel = "VERSION", description = "Such as 1.0 or 1.0.0.")
  private String version = "";

  @Parameters(index = "2", paramLabel = "FILE", description = "The schema.")
  private Path file = Path.of("");

  @Option(
      names = "--compatibility",
      paramLabel = "MODE",
      description = "backward, forward, full or none (backward).")
  private Schema.Compatibility compatibility = Schema.Compatibility.BACKWARD;

  @Option(
      names = "--upcast",
      paramLabel = "FILE",
      description = "File with the upcast from an older version to this one.")
  private @Nullable Path upcast;

  @Option(names = "--dry-run", description = "Check whether the schema can be registered.")
  private boolean dryRun;

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    Schema wanted =
        Schema.of(type, version, TextArgument.file(file))
            .compatibility(compatibility)
            .upcast(upcast == null ? null : TextArgument.file(upcast));
    try (Waybill waybill = store.openOrCreate()) {
      if (dryRun) {
        return judged(waybill.schemas().judge(wanted));
      }
      registered(wanted, waybill.schemas());
    }
    return 0;
  }

  private void registered(Schema wanted, Schemas schemas) {
    List<String> warnings = schemas.register(wanted);
    if (output.json()) {
      Schema registered = schemas.find(type, version).orElseThrow();
      output.wire(RegisteredSchemaJson.DOCUMENT, new RegisteredSchemaJson(registered, warnings));
    } else {
      output.line("registered " + type + " " + version);
      warnings.forEach(warning -> output.line("warning: " + warning));
    }
  }

  private int judged(List<String> reasons) {
    if (output.json()) {
      output.wire(SchemaJson.JUDGEMENT, reasons);
    } else if (reasons.isEmpty()) {
      output.line("the schema can be registered");
    } else {
      reasons.forEach(output::line);
    }
    return reasons.isEmpty() ? 0 : 1;
  }
}
