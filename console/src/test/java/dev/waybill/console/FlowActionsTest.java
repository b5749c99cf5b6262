package dev.waybill.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.waybill.conformance.Eventually.eventually;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.waybill.Waybill;
import dev.waybill.message.NewMessage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What people do to topics, schedules, messages and documents beyond the usual path.
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class FlowActionsTest {

  private final Chromium chromium = new Chromium();
  private ConsoleServer server;
  private Waybill client;

  @BeforeAll
  void start(@TempDir Path folder) {
    server = ConsoleServer.open(folder);
    client = server.client();
    new Traffic(server, client).fill();
  }

  @AfterAll
  void close() {
    chromium.close();
    client.close();
    server.close();
  }

  @Test
  void a_topic_is_created_gets_an_event_and_is_deleted() {
    try (Visit visit = chromium.visit(server).open("topics").shows("Topics")) {
      visit.click("New topic…").click("Create").says("A topic needs a name.");
      visit.fill("Name", "parcels").fill("Description", "Where they are").click("Create");
      visit.shows("parcels").click("Subscribe a queue…").fill("Queue", "tracking");
      visit.fill("Name of the subscription", "track").fill("Filter policy (JSON)", "{broken");
      visit.click("Subscribe").says("Not JSON");
      visit.fill("Filter policy (JSON)", "{\"country\": [\"pt\"]}").click("Subscribe");
      visit.says("The queue is subscribed.").click("Publish").says("job ");
      visit.open("queues/tracking").shows("tracking").open("topics/parcels").shows("parcels");
      visit.click("Delete…").dialog().getByRole(AriaRole.TEXTBOX).fill("parcels");
      visit.confirm("Delete topic").says("The topic is deleted.").shows("Topics");
    }
  }

  @Test
  void a_schema_is_compared_with_a_chosen_version() {
    server.call("PUT", "/v1/schemas/order.paid/1.2", schema("currency", "note"));
    try (Visit visit = chromium.visit(server).open("schemas/order.paid").shows("order.paid")) {
      assertThat(visit.page.locator(".diff.add").getByText("currency")).hasCount(0);
      visit.page.getByLabel("Compare with version").selectOption("1.0");
      assertThat(visit.page.locator(".diff.add").getByText("currency")).isVisible();
      Assertions.assertThat(visit.page.url()).contains("base=1.0");
      visit.says("Example").open("schemas");
      Download file = visit.page.waitForDownload(() -> visit.link("AsyncAPI").click());
      Assertions.assertThat(file.suggestedFilename()).isEqualTo("asyncapi.json");
    }
  }

  private static String schema(String... added) {
    StringBuilder properties = new StringBuilder("\"order\": {\"type\": \"integer\"}");
    for (String name : added) {
      properties.append(", \"").append(name).append("\": {\"type\": \"string\"}");
    }
    return "{\"schema\": {\"type\": \"object\", \"properties\": {" + properties + "}}}";
  }

  @Test
  void a_schedule_is_changed_in_the_list_and_deleted() {
    server.call(
        "PUT",
        "/v1/schedules/nightly",
        "{\"cron\": \"0 3 * * *\", \"action\": {\"job\": {\"type\": \"clean\"}}}");
    try (Visit visit = chromium.visit(server).open("schedules").shows("Schedules")) {
      visit.click("Run nightly now").says("nightly started 1 job.");
      visit.click("Pause nightly").says("nightly is paused.");
      assertThat(visit.row("nightly").locator(".badge")).hasText("paused");
      visit.click("Resume nightly").says("nightly is resumed.").link("nightly").click();
      visit.shows("nightly").click("Delete…").confirm("Delete schedule");
      visit.says("nightly is deleted.").shows("Schedules");
      assertThat(visit.row("nightly")).hasCount(0);
    }
  }

  @Test
  void a_message_is_written_sent_found_and_read_as_text_and_source() {
    try (Visit visit = chromium.visit(server).open("messages").shows("Messages")) {
      visit.click("Send a message…").click("Send").says("A message needs a recipient");
      visit.fill("Recipient", "tove@example.org").fill("Subject", "Moomin valley");
      visit.fill("Text", "The comet is near.").click("Send").says("The message is accepted.");
      eventually(
          () -> {
            visit.open("messages?q=moomin").isLoaded();
            assertThat(visit.row("Moomin valley")).isVisible();
          });
      visit.link("Moomin valley").click();
      visit.shows("Moomin valley").says("The comet is near.");
      String rich = client.messages().send(Traffic.mail("tove@example.org").build()).messageId();
      visit.open("messages/" + rich).shows("Your order has shipped").link("Text").click();
      visit.says("Order 7 is on its way.").link("Source").click();
      visit.says("<h1 style=");
    }
  }

  @Test
  void a_message_that_waits_is_canceled() {
    NewMessage later =
        Traffic.mail("late@example.org").sendAt(Instant.now().plusSeconds(3600)).build();
    String id = client.messages().send(later).messageId();
    try (Visit visit = chromium.visit(server).open("messages/" + id)) {
      visit.shows("Your order has shipped").click("Cancel").says("The message is canceled.");
      visit.says("Canceled");
    }
  }

  @Test
  void dropped_files_are_uploaded_with_progress() {
    try (Visit visit = chromium.visit(server).open("documents").shows("Documents")) {
      visit.fill("Session", "dropped").page.evaluate(DROP, List.of("anchor.md", "chain.txt"));
      assertThat(visit.page.locator(".attempts").getByText("anchor.md")).isVisible();
      assertThat(visit.row("anchor.md").locator(".badge")).hasText("ready");
      assertThat(visit.row("chain.txt").locator(".badge")).hasText("ready");
      assertThat(visit.row("anchor.md")).containsText("dropped");
    }
  }

  @Test
  void a_broken_file_is_shown_as_failed_beside_a_good_one() {
    try (Visit visit = chromium.visit(server).open("documents").shows("Documents")) {
      visit.fill("Session", "broken").page.evaluate(DROP, List.of("good.txt", "broken.pdf"));
      assertThat(dropped(visit, "good.txt").locator(".badge")).hasText("ready");
      assertThat(dropped(visit, "broken.pdf").locator(".badge")).hasText("failed");
      assertThat(dropped(visit, "broken.pdf").locator(".fault")).not().isEmpty();
    }
  }

  private static Locator dropped(Visit visit, String name) {
    return visit.page.locator(".attempts li", new Page.LocatorOptions().setHasText(name));
  }

  /// A drop of files, as the browser reports it. A PDF among them has only the first line of one.
  private static final String DROP =
      """
      (names) => {
        const dropped = new DataTransfer();
        const text = (name) => (name.endsWith(".pdf") ? "%PDF-1.7\\nbroken" : `They hold: ${name}.`);
        names.forEach((name) => dropped.items.add(new File([text(name)], name)));
        const place = document.querySelector(".drop");
        for (const type of ["dragover", "drop"]) {
          place.dispatchEvent(new DragEvent(type, {dataTransfer: dropped, bubbles: true, cancelable: true}));
        }
      }\
      """;

  @Test
  void a_document_is_downloaded_drawn_and_erased_with_a_receipt() throws Exception {
    String id = uploaded("rope.txt", "Ropes are made of hemp.");
    try (Visit visit = chromium.visit(server).open("documents/" + id).shows("rope.txt")) {
      visit.says("Ropes are made of hemp.");
      Download file = visit.page.waitForDownload(() -> visit.link("Download").click());
      Assertions.assertThat(Files.readString(file.path())).isEqualTo("Ropes are made of hemp.");
      visit.link("Diagrams").click();
      visit.click("Draw terms");
      assertThat(visit.page.locator("img.diagram")).isVisible();
      visit.open("documents/" + id).shows("rope.txt");
      visit.page.locator("summary").getByText("Delete").click();
      visit.click("Erase with a receipt…").dialog().getByRole(AriaRole.TEXTBOX).fill("erase");
      visit.confirm("Erase").says("Receipt of the erasure").says(id);
      Download receipt = visit.page.waitForDownload(() -> visit.confirm("Download"));
      Assertions.assertThat(Files.readString(receipt.path())).contains(id, "\"signature\"");
      visit.click("Done").shows("Documents");
    }
  }

  @Test
  void a_document_is_deleted_after_a_confirmation() {
    String id = uploaded("old.txt", "Old.");
    try (Visit visit = chromium.visit(server).open("documents/" + id).shows("old.txt")) {
      visit.page.locator("summary").getByText("Delete").click();
      visit.click("Delete…").confirm("Delete document").says("The document is deleted.");
      visit.shows("Documents");
      assertThat(visit.row("old.txt")).hasCount(0);
    }
  }

  private String uploaded(String name, String text) {
    return Traffic.document(client, "harbor", name, text);
  }
}
