package dev.waybill.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.waybill.conformance.Eventually.eventually;

import com.microsoft.playwright.FrameLocator;
import dev.waybill.Failure;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Page;
import dev.waybill.Settlement;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.admin.Scope;
import dev.waybill.document.DocumentState;
import dev.waybill.message.MessageFilter;
import dev.waybill.message.NewMessage;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Hostile content, sign-in, scopes, tenants, and a server that goes away.
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SafetyTest {

  private static final String ATTACK =
      "<img src=x onerror=alert(1)><script>alert(2)</script><b id=injected>\"'`${alert(3)}";

  private final Chromium chromium = new Chromium();

  @AfterAll
  void close() {
    chromium.close();
  }

  @Test
  void markup_in_data_stays_text(@TempDir Path folder) {
    try (ConsoleServer server = ConsoleServer.open(folder);
        Waybill client = server.client();
        Visit visit = chromium.visit(server)) {
      String id = hostileJob(server, client);
      String message = client.messages().send(hostileMail()).messageId();
      server.call("PUT", "/v1/topics/t", "{\"description\": \"<b id=injected>hi</b>\"}");
      for (String path :
          List.of(
              "jobs",
              "jobs/" + id,
              "dead",
              "workers",
              "messages",
              "messages/" + message,
              "messages/" + message + "?body=source",
              "topics",
              "timeline?id=" + id)) {
        visit.open(path).isLoaded();
        assertThat(visit.page.locator("#injected, main img[src=x]")).hasCount(0);
      }
      visit.open("jobs/" + id).says("<img src=x onerror=alert(1)>");
    }
  }

  @Test
  void markup_in_output_results_and_definitions_stays_text(@TempDir Path folder) {
    try (ConsoleServer server = ConsoleServer.open(folder);
        Waybill client = server.client();
        Visit visit = chromium.visit(server)) {
      Traffic traffic = new Traffic(server, client);
      JobId job = traffic.any("hostile");
      Lease lease = traffic.lease("hostile", 1).getFirst();
      traffic.write(lease, 1, MARKUP + "\\n");
      Outcome result = Outcome.done("{\"text\":\"" + MARKUP + "\"}");
      client.settle(List.of(new Settlement(lease.token(), result)));
      server.call("PUT", "/v1/schedules/s", HOSTILE_SCHEDULE);
      server.call("PUT", "/v1/schemas/t/1.0", "{\"schema\":{\"title\":\"" + MARKUP + "\"}}");
      String document = Traffic.document(client, "s", "<b id=injected>.txt", MARKUP);
      eventually(
          () ->
              Assertions.assertThat(client.documents().get(document).state())
                  .isEqualTo(DocumentState.READY));
      for (String path :
          List.of("schedules", "schedules/s", "schemas/t", "documents", "documents/" + document)) {
        visit.open(path).isLoaded();
        assertThat(visit.page.locator("#injected, main img[src=x]")).hasCount(0);
      }
      visit.open("jobs/" + job).says("Result");
      assertThat(visit.page.locator(".terminal-lines")).containsText(MARKUP);
      assertThat(visit.page.locator("#injected, main img[src=x]")).hasCount(0);
    }
  }

  private static final String MARKUP = "<img src=x onerror=alert(1)><b id=injected>bold</b>";
  private static final String HOSTILE_SCHEDULE =
      """
      {"cron": "0 9 * * *", "description": "%s", \
      "action": {"job": {"type": "t", "queue": "q", "payload": {"text": "%s"}}}}\
      """
          .formatted(MARKUP, MARKUP);

  private static String hostileJob(ConsoleServer server, Waybill client) {
    String json = "{\"text\":\"<img src=x onerror=alert(1)><b id=injected>\"}";
    client.enqueue(
        NewJob.builder("attack").queue("q").payload(json).tags("<b id=injected>").build());
    new Traffic(server, client).dead("q", 1, new Failure("bad", ATTACK, ATTACK));
    return client.list(JobFilter.ALL, Page.Request.FIRST).items().getFirst().id().toString();
  }

  private static NewMessage hostileMail() {
    return NewMessage.builder("email", "ada@example.org")
        .subject(ATTACK)
        .text(ATTACK)
        .html(
            "<style>@import url(https://evil.example/a.css); p {background: url(//evil.example/b)}"
                + "</style><p style=\"background:url(https://evil.example/c)\">shown</p>"
                + "<img src=\"https://evil.example/pixel.png\" onerror=\"alert(1)\"><svg onload=alert(1)>"
                + "<iframe src=\"javascript:alert(1)\"></iframe><script>alert(1)</script>"
                + "<a href=\"javascript:alert(1)\">link</a><form action=\"https://evil.example\"></form>")
        .build();
  }

  @Test
  void a_hostile_message_is_shown_without_scripts_and_requests(@TempDir Path folder) {
    try (ConsoleServer server = ConsoleServer.open(folder);
        Waybill client = server.client();
        Visit visit = chromium.visit(server)) {
      visit.open("messages/" + client.messages().send(hostileMail()).messageId());
      FrameLocator frame = visit.page.frameLocator("iframe.preview");
      assertThat(frame.getByText("shown")).isVisible();
      assertThat(frame.locator("script, img, iframe, svg, form, a[href]")).hasCount(0);
    }
  }

  @Test
  void a_key_signs_in_to_its_tenant_only(@TempDir Path folder) {
    String acme = ConsoleServer.key(folder, "acme", Scope.values());
    String globex = ConsoleServer.key(folder, "globex", Scope.READ);
    try (ConsoleServer server = ConsoleServer.open(folder);
        Waybill client = server.client(acme)) {
      client.enqueue(NewJob.builder("secret.plan").queue("plans").build());
      try (Visit visit = chromium.visit(server).open("jobs").shows("Sign in to Waybill")) {
        visit.fill("API key", "wbk_wrong").click("Sign in").page.locator(".fault").waitFor();
        visit.fill("API key", acme).click("Sign in").shows("Jobs").says("secret.plan").says("acme");
        Assertions.assertThat(visit.page.context().cookies()).allMatch(cookie -> cookie.httpOnly);
        visit.click("Sign out").shows("Sign in to Waybill");
        visit.open("jobs").shows("Sign in to Waybill").fill("API key", globex).click("Sign in");
        visit.shows("Jobs").says("No jobs yet").says("read-only");
        assertThat(visit.button("Change all that match")).hasCount(0);
        assertThat(visit.link("API keys")).hasCount(0);
      }
    }
  }

  @Test
  void nothing_of_one_tenant_is_left_for_the_next_one(@TempDir Path folder) {
    String acme = ConsoleServer.key(folder, "acme", Scope.values());
    String globex = ConsoleServer.key(folder, "globex", Scope.values());
    try (ConsoleServer server = ConsoleServer.open(folder);
        Waybill first = server.client(acme);
        Waybill second = server.client(globex);
        Visit visit = chromium.visit(server)) {
      first.enqueue(NewJob.builder("secret.plan").queue("plans-of-acme").build());
      second.enqueue(NewJob.builder("parcel").queue("parcels-of-globex").build());
      visit.page.clock().install();
      visit.open("").fill("API key", acme).click("Sign in").says("plans-of-acme");
      visit.click("Sign out").shows("Sign in to Waybill");
      List<String> asked = new CopyOnWriteArrayList<>();
      visit.page.onRequest(request -> asked.add(request.url()));
      visit.page.clock().runFor(60_000);
      visit.page.evaluate(WATCH, "plans-of-acme");
      Assertions.assertThat(asked).isEmpty();
      visit.fill("API key", globex).click("Sign in").says("parcels-of-globex");
      Assertions.assertThat(visit.page.evaluate("window.seen")).isEqualTo(false);
    }
  }

  /// Notes whether a text is shown at any time.
  private static final String WATCH =
      """
      (text) => {
        window.seen = false;
        new MutationObserver(() => {
          window.seen ||= document.body.innerText.includes(text);
        }).observe(document.body, {subtree: true, childList: true, characterData: true});
      }\
      """;

  @Test
  void a_session_changes_jobs_and_keys(@TempDir Path folder) {
    String key = ConsoleServer.key(folder, "acme", Scope.values());
    try (ConsoleServer server = ConsoleServer.open(folder);
        Waybill client = server.client(key);
        Visit visit = chromium.visit(server).open("queues").shows("Sign in to Waybill")) {
      client.enqueue(NewJob.builder("mail.send").queue("mails").build());
      visit.fill("API key", key).click("Sign in").shows("Queues").click("Pause mails");
      assertThat(visit.badge("paused")).isVisible();
      visit.open("keys").shows("API keys").click("New key…").fill("Label", ATTACK);
      visit.click("Create key").click("Done").says("<img src=x onerror=alert(1)>");
      assertThat(visit.page.locator("#injected, main img[src=x]")).hasCount(0);
      visit.click("New key…").fill("Label", "web shop");
      visit.click("Create key").says("It is not shown again.").click("Done").says("web shop");
      visit.click("Revoke web shop").click("Revoke key");
      assertThat(visit.badge("revoked")).isVisible();
      visit.open("audit").shows("Audit log").says("/v1/keys");
    }
  }

  @Test
  void a_session_that_has_ended_leads_to_the_form_and_back_to_the_page(@TempDir Path folder) {
    String key = ConsoleServer.key(folder, "acme", Scope.values());
    try (ConsoleServer server = ConsoleServer.open(folder);
        Visit visit = chromium.visit(server).open("jobs").shows("Sign in to Waybill")) {
      visit.fill("API key", key).click("Sign in").shows("Jobs");
      visit.page.context().clearCookies();
      visit.link("Schedules").click();
      visit.shows("Sign in to Waybill").fill("API key", key).click("Sign in");
      visit.shows("Schedules").says("No schedules yet");
    }
  }

  @Test
  void a_reader_sees_no_button_that_changes_something(@TempDir Path folder) {
    try (ConsoleServer server = ConsoleServer.open(folder)) {
      try (Waybill client = server.client()) {
        new Traffic(server, client).fill();
      }
      server.stop();
      String key = ConsoleServer.key(folder, Waybill.DEFAULT_TENANT, Scope.READ);
      server.start();
      try (Waybill client = server.client(key);
          Visit visit = chromium.visit(server).open("")) {
        visit.fill("API key", key).click("Sign in").shows("Overview");
        for (String path : pages(client)) {
          visit.open(path).isLoaded();
          Assertions.assertThat(visit.page.locator("main button").allInnerTexts())
              .as(path)
              .noneMatch(text -> CHANGE.matcher(text).find());
          assertThat(visit.page.locator("main input[type=file]")).hasCount(0);
        }
      }
    }
  }

  private static final Pattern CHANGE =
      Pattern.compile(
          "\\b(Pause|Resume|Redrive|Retry|Cancel|Delete|Run|Send|Erase|Resend|New|Subscribe|Publish"
              + "|Draw|Revoke|Stop|Change|Settings)\\b");

  private static List<String> pages(Waybill client) {
    return List.of(
        "jobs/" + any(client, State.DEAD),
        "jobs/" + any(client, State.QUEUED),
        "jobs/" + any(client, State.SCHEDULED),
        "jobs/" + any(client, State.RUNNING),
        "messages/" + anyMessage(client),
        "jobs",
        "queues",
        "queues/mails",
        "dead",
        "workers",
        "operations",
        "topics",
        "topics/orders",
        "schemas",
        "schemas/order.paid",
        "schedules",
        "schedules/daily-report",
        "messages",
        "documents",
        "documents?view=diagrams&session=s",
        "timeline?id=order-7");
  }

  private static JobId any(Waybill client, State state) {
    JobFilter filter = JobFilter.ALL.withStates(state);
    return client.list(filter, Page.Request.FIRST).items().getFirst().id();
  }

  private static String anyMessage(Waybill client) {
    return client.messages().list(MessageFilter.ALL, Page.Request.FIRST).items().getFirst().id();
  }

  @Test
  void a_lost_server_is_reported_and_found_again(@TempDir Path folder) {
    try (ConsoleServer server = ConsoleServer.open(folder);
        Visit visit = chromium.visit(server)) {
      try (Waybill client = server.client()) {
        client.enqueue(NewJob.builder("mail.send").queue("before").build());
      }
      visit.open("queues").shows("Queues").says("before");
      server.stop();
      visit.says("The server does not answer.").says("before");
      visit.click("Try now").says("The server does not answer.");
      server.start();
      assertThat(visit.page.getByText("The server does not answer.")).hasCount(0);
      try (Waybill client = server.client()) {
        client.enqueue(NewJob.builder("mail.send").queue("after-the-restart").build());
      }
      visit.says("after-the-restart");
    }
  }

  @Test
  void a_first_visit_is_small(@TempDir Path folder) {
    try (ConsoleServer server = ConsoleServer.open(folder);
        Visit visit = chromium.visit(server).open("").shows("Overview")) {
      Object bytes =
          visit.page.evaluate(
              "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))"
                  + ".filter((one) => one.name.includes('/console/')).reduce((sum, one) => sum +"
                  + " one.decodedBodySize, 0)");
      Assertions.assertThat(((Number) bytes).longValue()).isBetween(10_000L, 250L * 1024);
    }
  }
}
