package dev.waybill.messages.provider;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.Seed;
import dev.waybill.messages.http.Endpoint;
import dev.waybill.messages.provider.LookupResult.Reported;
import dev.waybill.messages.provider.LookupResult.Unavailable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Lookups of a vendor that is asked for many messages at once, and of one that is asked for each.
final class LookupsTest {

  private static final List<String> TWENTY =
      IntStream.range(0, 20).mapToObj(i -> "id" + (char) ('a' + i)).toList();
  private static final List<String> THREE = TWENTY.subList(0, 3);

  private final ManualClock clock = new ManualClock();
  private Endpoint endpoint;
  private MessageProvider together;
  private MessageProvider oneByOne;

  @BeforeEach
  void open() throws Exception {
    endpoint = new Endpoint();
    String url = "&url=" + Sent.encoded(endpoint.address());
    together = Sent.provider("sendgrid:?key=SG.key&from=news@example.org" + url, clock);
    oneByOne = Sent.provider("twilio:?account=AC1&token=1&from=%2B15005550006" + url, clock);
  }

  @AfterEach
  void close() {
    endpoint.close();
  }

  @Test
  @Seed("S2.20")
  void twenty_messages_are_one_request_if_the_vendor_can() throws Exception {
    endpoint.answers(exchange -> Endpoint.answer(exchange, 200, activity(TWENTY)));
    Map<String, LookupResult> results = together.check(TWENTY);
    assertThat(results).containsOnlyKeys(TWENTY);
    assertThat(results.values()).allMatch(LookupsTest::isReported);
    assertThat(endpoint.asked()).hasSize(1);
    assertThat(together.traits().pollBatch()).isGreaterThanOrEqualTo(20);
  }

  @Test
  void messages_that_are_asked_for_one_by_one_share_a_connection() throws Exception {
    Set<Integer> ports = ConcurrentHashMap.newKeySet();
    endpoint.answers(
        exchange -> {
          ports.add(exchange.getRemoteAddress().getPort());
          Endpoint.answer(exchange, 200, status(exchange));
        });
    assertThat(oneByOne.check(TWENTY).values()).hasSize(20).allMatch(LookupsTest::isReported);
    assertThat(endpoint.asked()).hasSize(20);
    assertThat(ports).hasSize(1);
  }

  @Test
  void a_partial_answer_reports_what_it_has() throws Exception {
    endpoint.answers(200, activity(List.of("idb", "idz")));
    Map<String, LookupResult> results = together.check(THREE);
    assertThat(results).containsOnlyKeys(THREE);
    assertThat(results).containsEntry("ida", Reported.NOTHING);
    assertThat(isReported(Objects.requireNonNull(results.get("idb")))).isTrue();
  }

  @Test
  void an_unknown_message_is_nothing_to_report() throws Exception {
    endpoint.answers(
        exchange -> {
          boolean known = isAbout(exchange, "idc");
          Endpoint.answer(exchange, known ? 200 : 404, known ? status(exchange) : "{}");
        });
    Map<String, LookupResult> results = oneByOne.check(THREE);
    assertThat(results).containsEntry("ida", Reported.NOTHING);
    assertThat(isReported(Objects.requireNonNull(results.get("idc")))).isTrue();
    assertThat(oneByOne.checkWait().isPositive()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 500, 502})
  void a_request_that_fails_does_not_fail_the_others(int status) throws Exception {
    endpoint.answers(
        exchange -> {
          boolean fails = isAbout(exchange, "idb");
          Endpoint.answer(exchange, fails ? status : 200, status(exchange));
        });
    Map<String, LookupResult> results = oneByOne.check(THREE);
    assertThat(results.get("idb")).isInstanceOf(Unavailable.class);
    assertThat(isReported(Objects.requireNonNull(results.get("ida")))).isTrue();
    assertThat(isReported(Objects.requireNonNull(results.get("idc")))).isTrue();
  }

  @Test
  void a_busy_vendor_is_left_alone_for_as_long_as_it_asks() throws Exception {
    endpoint.answers(
        exchange -> {
          exchange.getResponseHeaders().add("Retry-After", "90");
          Endpoint.answer(exchange, isAbout(exchange, "ida") ? 200 : 429, status(exchange));
        });
    Map<String, LookupResult> results = oneByOne.check(THREE);
    assertThat(isReported(Objects.requireNonNull(results.get("ida")))).isTrue();
    Unavailable later = new Unavailable("it answered 429", Duration.ofSeconds(90));
    assertThat(results).containsEntry("idb", later).containsEntry("idc", later);
    assertThat(endpoint.asked()).hasSize(2);
    assertThat(oneByOne.checkWait()).isEqualTo(Duration.ofSeconds(90));
    clock.advance(Duration.ofSeconds(90));
    assertThat(oneByOne.checkWait().isPositive()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"<html>", "", "[]", "\"idb\""})
  void an_answer_that_is_no_document_is_a_failure(String garbage) throws Exception {
    endpoint.answers(200, garbage);
    assertThat(together.check(THREE).values())
        .hasSize(3)
        .allSatisfy(result -> assertThat(result).isInstanceOf(Unavailable.class));
  }

  @Test
  void a_document_of_another_form_reports_nothing() throws Exception {
    endpoint.answers(200, "{\"messages\":{\"msg_id\":[1],\"status\":{}},\"x\":null}");
    assertThat(together.check(THREE).values()).containsOnly(Reported.NOTHING);
  }

  @Test
  void a_vendor_that_does_not_answer_is_asked_once() throws Exception {
    endpoint.close();
    assertThat(oneByOne.check(THREE).values())
        .hasSize(3)
        .allSatisfy(
            result ->
                assertThat(result)
                    .isInstanceOfSatisfying(
                        Unavailable.class,
                        down -> assertThat(down.after()).isEqualTo(Lookups.AFTER_FAILURE)));
    assertThat(oneByOne.checkWait()).isEqualTo(Lookups.AFTER_FAILURE);
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403})
  void a_vendor_that_refuses_the_caller_is_not_asked_soon(int status) throws Exception {
    endpoint.answers(status, "{}");
    assertThat(oneByOne.check(THREE).values())
        .containsOnly(new Unavailable("it answered " + status, null));
    assertThat(endpoint.asked()).hasSize(1);
  }

  @Test
  void a_vendor_that_allows_few_requests_is_asked_that_often() throws Exception {
    endpoint.answers(200, activity(THREE));
    together.check(THREE);
    assertThat(together.checkWait()).isEqualTo(Duration.ofSeconds(10));
  }

  private static boolean isReported(LookupResult result) {
    return result instanceof Reported(List<ProviderReport> reports) && reports.size() == 1;
  }

  private static boolean isAbout(HttpExchange exchange, String id) {
    return exchange.getRequestURI().getPath().endsWith("/" + id + ".json");
  }

  private static String status(HttpExchange exchange) {
    String file = exchange.getRequestURI().getPath().replaceFirst(".*/", "");
    return "{\"sid\":\"%s\",\"status\":\"delivered\"}".formatted(file.replace(".json", ""));
  }

  private static String activity(List<String> ids) {
    List<String> messages =
        ids.stream()
            .map(
                id ->
                    "{\"msg_id\":\"%s.f-0\",\"status\":\"delivered\",".formatted(id)
                        + "\"last_event_time\":\"2017-10-13T18:56:21Z\"}")
            .toList();
    return "{\"messages\":[" + String.join(",", messages) + "]}";
  }
}
