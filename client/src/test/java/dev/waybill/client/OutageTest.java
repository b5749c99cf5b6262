package dev.waybill.client;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.waybill.Code;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.LeaseRequest;
import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which failures of a server the client retries.
@Timeout(30)
final class OutageTest {

  private static final Page.Request FIRST = Page.Request.first(10);

  private static final JobId ID = JobId.parse("0190b5a2-7c1e-7000-8000-000000000001");

  private ScriptedServer server;
  private Waybill remote;

  @BeforeEach
  void connect() throws IOException {
    server = new ScriptedServer();
    remote = Waybill.connect(server.address());
  }

  @AfterEach
  void close() throws IOException {
    remote.close();
    server.close();
  }

  @ParameterizedTest
  @CsvSource({"503, unavailable", "429, throttled"})
  void outages_and_throttling_are_retried(int status, String code) {
    server.says(problem(status, code));
    server.says(problem(status, code));
    server.says(answer("200 OK", "{\"items\":[]}"));
    assertThat(remote.list(JobFilter.ALL, FIRST).items()).isEmpty();
  }

  @Test
  void a_broken_store_is_reported_at_once() {
    server.says(problem(500, "store_failed"));
    RemoteWaybillTest.assertFails(Code.STORE_FAILED, () -> remote.list(JobFilter.ALL, FIRST));
  }

  @Test
  void a_cancellation_that_may_have_been_applied_is_not_repeated() {
    server.says(problem(503, "unavailable"));
    WaybillException open =
        RemoteWaybillTest.assertFails(Code.UNAVAILABLE, () -> remote.cancel(ID));
    assertThat(open.code().leavesOutcomeOpen()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"502, UNAVAILABLE", "504, UNAVAILABLE", "500, STORE_FAILED", "404, INVALID_ARGUMENT"})
  void an_error_page_of_a_proxy_has_the_nearest_code(int status, Code code) {
    server.says(answer(status + " Whatever", "<html>"));
    RemoteWaybillTest.assertFails(code, () -> remote.list(JobFilter.ALL, FIRST));
  }

  @Test
  void closing_ends_the_pause_before_the_next_try() throws InterruptedException {
    server.says(problem(429, "throttled", "\r\nRetry-After: 20"));
    closeInAPauseOf(() -> remote.list(JobFilter.ALL, FIRST));
  }

  /// A stopping server answers early and without jobs.
  @Test
  void closing_ends_a_lease_call_with_an_error() throws InterruptedException {
    for (int early = 0; early < 20; early++) {
      server.says(answer("200 OK", "{\"leases\":[]}"));
    }
    LeaseRequest patient = LeaseRequest.of("q", "w").withPatience(Duration.ofMinutes(1));
    closeInAPauseOf(() -> remote.lease(patient));
  }

  private void closeInAPauseOf(ThrowingCallable call) throws InterruptedException {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread caller = Thread.startVirtualThread(() -> thrown.set(catchThrowable(call)));
    eventually(() -> assertThat(caller.getState()).isEqualTo(Thread.State.TIMED_WAITING));
    remote.close();
    caller.join();
    assertThat(thrown.get())
        .isInstanceOfSatisfying(
            WaybillException.class, closed -> assertThat(closed.code()).isEqualTo(Code.CLOSED));
  }

  private static String problem(int status, String code) {
    return problem(status, code, "");
  }

  private static String problem(int status, String code, String headers) {
    return answer(
        status + " Problem" + headers,
        "{\"type\":\"https://waybill.dev/problems/%s\",\"title\":\"t\",\"status\":%d,\"code\":\"%s\",\"detail\":\"d\",\"trace_id\":\"t\",\"retryable\":true}"
            .formatted(code, status, code));
  }

  private static String answer(String status, String body) {
    return "HTTP/1.1 %s\r\nContent-Length: %d\r\n\r\n%s".formatted(status, body.length(), body);
  }
}
