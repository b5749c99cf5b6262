package dev.waybill.cli;

import static dev.waybill.cli.Ran.waybill;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.Service;
import dev.waybill.server.config.ConfigReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Documents by commands, with a real server.
@Timeout(300)
final class DocumentsCommandsTest {

  @TempDir Path folder;

  @Test
  void files_are_ingested_found_shown_and_erased() throws IOException {
    Path text = Files.writeString(folder.resolve("tides.txt"), "The tide is low at noon.");
    Path broken = Files.writeString(folder.resolve("broken.pdf"), "%PDF-1.7 nothing");
    try (Service service = serve()) {
      String[] at = {"--server", service.httpAddress()};
      Ran ingested =
          waybill("ingest", text.toString(), broken.toString(), "--session", "s1", at[0], at[1]);
      assertThat(ingested.exitCode()).as(ingested.err()).isEqualTo(1);
      assertThat(ingested.out()).contains("ready  tides.txt", "failed  broken.pdf", "at parse");
      assertThat(waybill("search", "--session", "s1", "when", "is", "low", "tide", at[0], at[1]))
          .satisfies(found -> assertThat(found.out()).contains("tides.txt", "noon"));
      Ran listed = waybill("documents", "list", "--session", "s1", at[0], at[1]);
      String id = listed.out().lines().skip(1).findFirst().orElseThrow().split(" ", 2)[0];
      assertThat(waybill("documents", "show", id, at[0], at[1]).out()).contains("tides.txt");
      assertThat(waybill("search", "--document", id, "tide", at[0], at[1]).out()).contains("noon");
      assertThat(waybill("search", "--document", "other", "tide", at[0], at[1]).out())
          .contains("nothing found");
      String later = "2100-01-01T00:00:00Z";
      assertThat(waybill("search", "--created-from", later, "tide", at[0], at[1]).out())
          .contains("nothing found");
      assertThat(waybill("search", "--created-before", later, "tide", at[0], at[1]).out())
          .contains("noon");
      Path svg = folder.resolve("terms.svg");
      Ran drawn =
          waybill(
              "documents",
              "diagram",
              "--session",
              "s1",
              "--kind",
              "terms",
              "--svg",
              svg.toString(),
              at[0],
              at[1]);
      assertThat(drawn.exitCode()).as(drawn.err()).isZero();
      assertThat(drawn.out()).startsWith("flowchart LR").contains("[\"tide\"]");
      assertThat(svg).content().startsWith("<svg").contains(">tide<");
      Ran diagrams = waybill("documents", "diagrams", "list", "--session", "s1", at[0], at[1]);
      assertThat(diagrams.out()).contains("terms", "builtin", "ready");
      String diagram = diagrams.out().lines().skip(1).findFirst().orElseThrow().split(" ", 2)[0];
      assertThat(waybill("documents", "diagrams", "show", diagram, at[0], at[1]).out())
          .isEqualTo(drawn.out());
      assertThat(waybill("documents", "diagrams", "delete", diagram, at[0], at[1]).exitCode())
          .isZero();
      assertThat(waybill("documents", "diagrams", "show", diagram, at[0], at[1]).exitCode())
          .isNotZero();
      assertThat(waybill("documents", "diagrams", "delete", diagram, at[0], at[1]).exitCode())
          .isNotZero();
      assertThat(waybill("documents", "diagram", "--session", "none", at[0], at[1]).exitCode())
          .isNotZero();
      assertThat(waybill("documents", "erase", id, "--json", at[0], at[1]).out())
          .contains("\"signature\"", id);
      assertThat(waybill("documents", "show", id, at[0], at[1]).exitCode()).isNotZero();
      assertThat(waybill("documents", "delete", id, at[0], at[1]).exitCode()).isNotZero();
    }
  }

  private Service serve() {
    Map<String, String> flags =
        Map.of(
            "store.path",
            folder.resolve("data").toString(),
            "server.port",
            "0",
            "server.grpc_port",
            "0");
    return Service.start(ConfigReader.read(null, Map.of(), flags));
  }
}
