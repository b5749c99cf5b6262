package dev.waybill.cli.documents;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.cli.output.Output;
import dev.waybill.document.Diagram;
import dev.waybill.document.DiagramState;
import dev.waybill.document.Diagrams;
import dev.waybill.wire.document.DiagramJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Prints a diagram, and writes its picture to a file.
final class DiagramOutput {

  @Option(names = "--svg", paramLabel = "FILE", description = "Write the picture to this file.")
  private @Nullable Path svg;

  void show(Diagrams diagrams, Diagram diagram, Output output) {
    if (diagram.state() == DiagramState.READY && svg != null) {
      write(diagrams.svg(diagram.id()), svg);
    }
    if (output.json()) {
      output.wire(DiagramJson.DOCUMENT, diagram);
    } else {
      print(diagram, output);
    }
  }

  private static void print(Diagram diagram, Output output) {
    switch (diagram.state()) {
      case PENDING -> output.line(diagram.id() + " is not drawn yet");
      case READY -> printMermaid(diagram.content(), output);
      case FAILED -> printFailure(diagram, output);
    }
  }

  private static void printMermaid(Diagram.@Nullable Content content, Output output) {
    if (content != null && content.mermaid() != null) {
      content.mermaid().lines().forEach(output::line);
    }
  }

  private static void printFailure(Diagram diagram, Output output) {
    Diagram.Failure failure = diagram.progress().failure();
    if (failure != null) {
      output.line(
          "%s failed: %s: %s"
              .formatted(diagram.id(), failure.code(), output.shown(failure.message())));
    }
  }

  private static void write(Payload picture, Path file) {
    try {
      Files.write(file, picture.bytes());
    } catch (IOException failed) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "cannot write " + file + ": " + failed, failed);
    }
  }
}
