package dev.waybill.console;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.waybill.JobFilter;
import dev.waybill.Lease;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.document.DiagramKind;
import dev.waybill.document.DiagramState;
import dev.waybill.document.DocumentState;
import dev.waybill.document.NewDiagram;
import dev.waybill.message.MessageFilter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// How every page looks: light and dark, on a screen and on a phone. The screenshots are in
/// `console/target/screenshots`, or where the property `waybill.screenshots` says.
@Timeout(600)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class LooksTest {

  private static final int PHONE = 390;
  private static final Path SHOTS =
      Path.of(System.getProperty("waybill.screenshots", "target/screenshots"));
  private static final String ROPES =
      """
      # Ropes

      Ropes are made of hemp. Hemp ropes hold ships in the harbor.

      ## Care

      Ropes of hemp rot when they stay wet, so the harbor dries ropes on racks.
      """;

  private final Chromium chromium = new Chromium();
  private ConsoleServer server;
  private final Map<String, String> pages = new LinkedHashMap<>();

  @BeforeAll
  void fill(@TempDir Path folder) {
    server = ConsoleServer.open(folder);
    try (Waybill client = server.client()) {
      Traffic traffic = new Traffic(server, client);
      traffic.fill();
      Lease running = traffic.running("reports");
      listPages();
      pages.put("job", "jobs/" + running.job().id());
      pages.put("dead-job", "jobs/" + first(client, State.DEAD));
      pages.put(
          "message",
          "messages/"
              + client
                  .messages()
                  .list(MessageFilter.ALL, dev.waybill.Page.Request.FIRST)
                  .items()
                  .getFirst()
                  .id());
      listDocuments(client);
    }
  }

  private void listDocuments(Waybill client) {
    String document = Traffic.document(client, "harbor", "ropes.md", ROPES);
    eventually(
        () -> assertThat(client.documents().get(document).state()).isEqualTo(DocumentState.READY));
    String diagram =
        client.diagrams().create(NewDiagram.of("harbor", DiagramKind.TERMS)).diagram().id();
    eventually(
        () -> assertThat(client.diagrams().get(diagram).state()).isEqualTo(DiagramState.READY));
    pages.put("documents", "documents");
    pages.put("document", "documents/" + document);
    pages.put("document-search", "documents?view=search&q=ropes+of+hemp");
    pages.put("diagrams", "documents?view=diagrams&session=harbor");
    pages.put("diagram", "diagrams/" + diagram);
  }

  private static String first(Waybill client, State state) {
    JobFilter filter = JobFilter.ALL.withStates(state);
    return client.list(filter, dev.waybill.Page.Request.FIRST).items().getFirst().id().toString();
  }

  private void listPages() {
    pages.put("overview", "");
    for (String name :
        List.of(
            "jobs",
            "queues",
            "dead",
            "workers",
            "operations",
            "topics",
            "schemas",
            "schedules",
            "messages",
            "keys",
            "audit")) {
      pages.put(name, name);
    }
    pages.put("queue", "queues/mails");
    pages.put("topic", "topics/orders");
    pages.put("schema", "schemas/order.paid");
    pages.put("schedule", "schedules/daily-report");
    pages.put("timeline", "timeline?id=order-7");
    pages.put("missing", "no/such/page/at/all");
  }

  @AfterAll
  void close() {
    chromium.close();
    server.close();
  }

  @Test
  void every_page_is_accessible_in_light_and_dark_and_fits_a_phone() {
    try (Visit visit = chromium.visit(server)) {
      pages.forEach((name, path) -> look(visit.open(path), name));
    }
  }

  private void look(Visit visit, String name) {
    Page page = visit.page;
    visit.isLoaded();
    for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
      page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
      String shot = name + (scheme == ColorScheme.DARK ? "-dark" : "");
      shoot(page, shot);
      assertThat(Axe.violations(page)).as(shot).isEmpty();
    }
    page.setViewportSize(PHONE, 844);
    shoot(page, name + "-phone");
    assertThat(page.evaluate("document.documentElement.scrollWidth"))
        .as(name + " at " + PHONE + " pixels")
        .isEqualTo(PHONE);
    page.setViewportSize(1360, 900);
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
  }

  private static void shoot(Page page, String name) {
    page.screenshot(new Page.ScreenshotOptions().setPath(SHOTS.resolve(name + ".png")));
  }
}
