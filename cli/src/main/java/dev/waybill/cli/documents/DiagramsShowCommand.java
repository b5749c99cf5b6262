package dev.waybill.cli.documents;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill documents diagrams show`
@Command(name = "show", description = "Print the Mermaid text of a diagram, or why it failed.")
final class DiagramsShowCommand implements Callable<Integer> {

  @Parameters(paramLabel = "ID", description = "The ID of the diagram.")
  private String id = "";

  @Mixin private final DiagramOutput diagram = new DiagramOutput();
  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.openServer()) {
      diagram.show(waybill.diagrams(), waybill.diagrams().get(id), output);
    }
    return 0;
  }
}
