package dev.waybill.cli.documents;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.document.Diagrams;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill documents diagrams delete`
@Command(name = "delete", description = "Delete a diagram and its job.")
final class DiagramsDeleteCommand implements Callable<Integer> {

  @Parameters(paramLabel = "ID", description = "The ID of the diagram.")
  private String id = "";

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.openServer()) {
      if (!waybill.diagrams().delete(id)) {
        throw Diagrams.unknown(id);
      }
    }
    output.line("deleted " + id);
    return 0;
  }
}
