package dev.waybill.cli.documents;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.document.Diagram;
import dev.waybill.document.DiagramEngine;
import dev.waybill.document.DiagramKind;
import dev.waybill.document.DiagramState;
import dev.waybill.document.NewDiagram;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `waybill documents diagram`
@Command(
    name = "diagram",
    description = "Draw a diagram of the documents of a session, and print its Mermaid text.",
    sortOptions = false)
final class DocumentsDiagramCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "ID",
      arity = "0..*",
      description = "The IDs of documents (all of the session).")
  private List<String> documents = List.of();

  @Option(
      names = "--session",
      paramLabel = "ID",
      description = "The session of the documents (default).")
  private String session = "default";

  @Option(names = "--kind", paramLabel = "KIND", description = "outline or terms (outline).")
  private DiagramKind kind = DiagramKind.OUTLINE;

  @Option(
      names = "--engine",
      paramLabel = "ENGINE",
      description = "builtin or model (the model if the server has one).")
  private @Nullable DiagramEngine engine;

  @Mixin private final DiagramOutput drawn = new DiagramOutput();
  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    NewDiagram.Subject subject = new NewDiagram.Subject(kind, documents, engine);
    try (Waybill waybill = store.openServer()) {
      Diagram asked = waybill.diagrams().create(NewDiagram.of(session, subject)).diagram();
      IngestCommand.follow(waybill, asked.jobId(), output);
      Diagram ended = waybill.diagrams().get(asked.id());
      drawn.show(waybill.diagrams(), ended, output);
      return ended.state() == DiagramState.READY ? 0 : 1;
    }
  }
}
