package dev.waybill.conformance.job;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.LeaseRequest;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.Settlement;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.Seed;
import dev.waybill.engine.EngineOpener;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.Catalog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The search for jobs by words, for every store with a search index.
public abstract class JobSearchConformance {

  private static final Page.Request FIRST = Page.Request.first(10);
  private static final Settings SETTINGS = Settings.DEFAULT.withMaintenanceEvery(null);

  private final String tenant = Drafts.freshTenant();
  private BackendFixture fixture;
  private Waybill waybill;

  /// Opens the backend on fresh data, with these settings except for the clock, which is that of
  /// the fixture.
  protected abstract BackendFixture openFixture(Settings settings);

  @BeforeEach
  void openFresh() {
    fixture = openFixture(SETTINGS);
    waybill = over(fixture.backend());
  }

  @AfterEach
  void closeFixture() {
    fixture.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lovelace",
        "LOVELACE ada",
        "\"ada lovelace\"",
        "\"ada lovelace",
        "love* customer",
        "\"ada love\"*",
        "invoice.print",
        "urgent",
        "corr-77",
        "zoe",
        "second"
      })
  void a_job_is_found_by_type_tag_id_and_payload(String words) {
    JobId id = enqueueInvoice();
    enqueue("t", "{\"client\":\"Lovely Adana\"}");
    eventually(() -> assertThat(found(JobFilter.ALL.withWords(words))).containsExactly(id));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"lovelace ada\"", "lovel", "ada absent", "ovelace*", "\"nsecond\""})
  void a_job_without_the_words_is_not_found(String words) {
    JobId id = enqueueInvoice();
    eventually(() -> assertThat(found(JobFilter.ALL.withWords("ada"))).containsExactly(id));
    assertThat(found(JobFilter.ALL.withWords(words))).isEmpty();
  }

  @Test
  @Seed("S2.33")
  void a_job_is_found_in_spite_of_a_typing_error() {
    JobId id = enqueueInvoice();
    eventually(
        () -> assertThat(found(JobFilter.ALL.withWords("lovlace urgnet"))).containsExactly(id));
  }

  @Test
  void jobs_are_found_by_words_of_the_last_error_with_other_filters() {
    JobId failed = enqueue("t", "alpha beta");
    waybill.settle(List.of(failing(failed)));
    JobId waiting = enqueue("t", "alpha gamma");
    eventually(
        () -> assertThat(found(JobFilter.ALL.withWords("alpha"))).containsExactly(waiting, failed));
    assertThat(found(JobFilter.ALL.withWords("\"printer on fire\""))).containsExactly(failed);
    JobFilter alpha = JobFilter.ALL.withWords("alpha");
    assertThat(found(alpha.withStates(State.QUEUED))).containsExactly(waiting);
    assertThat(found(alpha.withQueue("other"))).isEmpty();
    assertThat(found(alpha.withType("t"))).hasSize(2);
    assertThat(found(alpha.withTag("none"))).isEmpty();
    assertThat(found(alpha.withStates(State.DEAD, State.RUNNING))).containsExactly(failed);
  }

  @Test
  void a_job_is_found_right_after_it_was_enqueued() {
    for (int i = 0; i < 20; i++) {
      JobId id = enqueue("t", "prompt" + i);
      assertThat(found(JobFilter.ALL.withWords("prompt" + i))).containsExactly(id);
    }
  }

  @Test
  void running_and_due_jobs_are_found_by_state() {
    JobFilter delta = JobFilter.ALL.withWords("delta");
    Duration delay = Duration.ofSeconds(2);
    JobId delayed =
        waybill.enqueue(NewJob.builder("t").payload("delta 2").delay(delay).build()).id();
    JobId running = enqueue("t", "delta 1");
    eventually(() -> assertThat(found(delta)).containsExactly(running, delayed));
    assertThat(waybill.lease(LeaseRequest.of("q", "w"))).hasSize(1);
    assertThat(found(delta.withStates(State.RUNNING))).containsExactly(running);
    fixture.elapse(delay);
    assertThat(found(delta.withStates(State.QUEUED))).contains(delayed);
  }

  @Test
  void tenants_are_isolated() {
    JobId own = enqueue("t", "secret");
    Waybill other = waybill.tenant(tenant + "-other");
    JobId theirs = other.enqueue(NewJob.builder("t").payload("secret").build()).id();
    eventually(() -> assertThat(found(JobFilter.ALL.withWords("secret"))).containsExactly(own));
    eventually(
        () ->
            assertThat(other.list(JobFilter.ALL.withWords("secret"), FIRST).items())
                .extracting(Job::id)
                .containsExactly(theirs));
  }

  @Test
  void pages_have_every_job_once_newest_first() {
    List<JobId> ids = IntStream.range(0, 7).mapToObj(i -> enqueue("t", "paged " + i)).toList();
    JobFilter filter = JobFilter.ALL.withWords("paged");
    eventually(() -> assertThat(found(filter)).hasSize(7));
    List<JobId> seen = new ArrayList<>();
    Page<Job> page = waybill.list(filter, Page.Request.first(3));
    page.items().forEach(job -> seen.add(job.id()));
    while (page.nextCursor() != null) {
      page = waybill.list(filter, new Page.Request(3, page.nextCursor()));
      page.items().forEach(job -> seen.add(job.id()));
    }
    assertThat(seen).containsExactlyElementsOf(ids.reversed());
  }

  @Test
  void a_deleted_job_is_removed_from_the_index() {
    JobId id = enqueue("t", "forgettable");
    eventually(() -> assertThat(found(JobFilter.ALL.withWords("forgettable"))).hasSize(1));
    waybill.cancel(id);
    waybill.delete(id);
    assertThat(found(JobFilter.ALL.withWords("forgettable"))).isEmpty();
    eventually(
        () -> {
          found(JobFilter.ALL.withWords("forgettable"));
          assertThat(entries("forgettable")).isEmpty();
        });
  }

  @Test
  void jobs_can_be_found_after_a_crash() {
    JobId before = enqueue("t", "durable one");
    eventually(() -> assertThat(found(JobFilter.ALL.withWords("durable"))).hasSize(1));
    JobId late = enqueue("t", "durable two");
    waybill = over(fixture.crashAndReopen());
    eventually(
        () -> assertThat(found(JobFilter.ALL.withWords("durable"))).containsExactly(late, before));
  }

  @Test
  void a_lost_index_is_rebuilt() {
    JobId id = enqueue("t", "rebuilt");
    eventually(() -> assertThat(found(JobFilter.ALL.withWords("rebuilt"))).containsExactly(id));
    fixture.backend().catalog().clear();
    eventually(() -> assertThat(found(JobFilter.ALL.withWords("rebuilt"))).containsExactly(id));
  }

  @Test
  void a_payload_is_found_unless_it_is_large_or_binary() {
    JobId inline = enqueue("t", "x ".repeat(30_000) + "omega");
    enqueue("t", "x ".repeat(40_000) + "omega");
    waybill.enqueue(
        NewJob.builder("t").payload(Payload.of(new byte[] {'b', 'i', 't', -1})).build());
    JobId last = enqueue("t", "omega");
    eventually(
        () -> assertThat(found(JobFilter.ALL.withWords("omega"))).containsExactly(last, inline));
    assertThat(found(JobFilter.ALL.withWords("bit"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " * \" - ", "a b c d e f g h i j k l m n o p q"})
  void a_search_without_words_or_with_too_many_is_refused(String words) {
    assertRefused(() -> waybill.list(JobFilter.ALL.withWords(words), FIRST));
  }

  @Test
  void a_long_search_is_refused() {
    assertRefused(() -> waybill.list(JobFilter.ALL.withWords("x".repeat(257)), FIRST));
    assertRefused(() -> waybill.cancelAll(JobFilter.ALL.withWords("x".repeat(257))));
  }

  @Test
  void a_change_by_words_changes_what_the_search_finds() {
    JobId chosen = enqueue("t", "sigma");
    JobId other = enqueue("t", "tau");
    JobFilter words = JobFilter.ALL.withWords("sigma");
    eventually(() -> assertThat(found(words)).containsExactly(chosen));
    eventually(() -> assertThatCode(() -> waybill.cancelAll(words)).doesNotThrowAnyException());
    assertThat(waybill.find(chosen).orElseThrow().state()).isEqualTo(State.CANCELLED);
    assertThat(waybill.find(other).orElseThrow().state()).isEqualTo(State.QUEUED);
  }

  private static void assertRefused(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused -> assertThat(refused.code()).isEqualTo(Code.INVALID_ARGUMENT));
  }

  private JobId enqueueInvoice() {
    return waybill
        .enqueue(
            NewJob.builder("invoice.print")
                .tags("urgent")
                .correlationId("corr-77")
                .payload("{\"customer\":\"Ada Lovelace\",\"note\":\"Zoë\\nsecond line\"}")
                .build())
        .id();
  }

  private JobId enqueue(String type, String payload) {
    return waybill.enqueue(NewJob.builder(type).queue("q").payload(payload).build()).id();
  }

  private Settlement failing(JobId id) {
    LeaseRequest request =
        new LeaseRequest("q", "w", 1, Duration.ofSeconds(30), Duration.ofSeconds(5));
    return waybill.lease(request).stream()
        .filter(lease -> lease.job().id().equals(id))
        .map(
            lease ->
                new Settlement(
                    lease.token(), new Outcome.Reject(Failure.of("oops", "printer on fire"))))
        .findFirst()
        .orElseThrow();
  }

  private List<Catalog.Entry> entries(String words) {
    return fixture
        .backend()
        .catalog()
        .search(new Catalog.Search(tenant, "$jobs", Map.of(), words, 10, null))
        .items();
  }

  private List<JobId> found(JobFilter filter) {
    return waybill.list(filter, FIRST).items().stream().map(Job::id).toList();
  }

  private Waybill over(Backend backend) {
    return EngineOpener.over(backend, SETTINGS.withClock(fixture.clock())).tenant(tenant);
  }
}
