package dev.waybill.cli.documents;

import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.cli.connect.Paging;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.Table;
import dev.waybill.document.Diagram;
import dev.waybill.wire.document.DiagramJson;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `waybill documents diagrams list`
@Command(
    name = "list",
    description = "List the diagrams of a session in the order of their creation.")
final class DiagramsListCommand implements Callable<Integer> {

  @Option(
      names = "--session",
      paramLabel = "ID",
      description = "The session of the documents (default).")
  private String session = "default";

  @Mixin private final Paging paging = new Paging();
  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.openServer()) {
      Page<Diagram> page = waybill.diagrams().list(session, paging.request());
      Table table = table(page.items(), InstantSource.system().instant());
      output.wirePage("diagrams", page, DiagramJson.PAGE, table);
    }
    return 0;
  }

  private static Table table(List<Diagram> diagrams, Instant now) {
    Table table = Table.of("ID", "KIND", "ENGINE", "STATE", "DOCUMENTS", "AGE");
    for (Diagram diagram : diagrams) {
      table.row(
          diagram.id(),
          diagram.kind().word(),
          diagram.engine().word(),
          diagram.state().word(),
          Integer.toString(diagram.progress().sources().used().size()),
          DisplayText.since(diagram.origin().createdAt(), now));
    }
    return table;
  }
}
