package dev.waybill.messages.provider.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Payload;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.model.ModelLedger;
import dev.waybill.messages.http.HttpOutcome;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class EndpointHealthTest {

  private static final Duration PROBE = EndpointHealth.Policy.DEFAULT.probe();

  private final ManualClock clock = new ManualClock();
  private final EndpointHealth health =
      new EndpointHealth(new ModelLedger(), clock, EndpointHealth.Policy.DEFAULT);

  private EndpointHealth.Endpoint endpoint() {
    return health.endpoint("acme", URI.create("https://example.org/hook"));
  }

  private void answers(int status) {
    endpoint().note(new HttpOutcome.Answered(status, Map.of(), Payload.empty(), null));
  }

  @Test
  void an_endpoint_that_is_gone_stays_disabled_after_a_probe_that_failed_otherwise() {
    answers(410);
    assertThat(endpoint().isDisabled()).isTrue();
    clock.advance(PROBE);
    assertThat(endpoint().isDisabled()).as("a probe is sent").isFalse();
    answers(500);
    assertThat(endpoint().isDisabled()).isTrue();
    assertThat(endpoint().reason()).contains("410");
    clock.advance(PROBE);
    endpoint().note(new HttpOutcome.Unreachable("no route"));
    assertThat(endpoint().isDisabled()).isTrue();
  }

  @Test
  void an_endpoint_that_was_gone_is_enabled_by_a_success() {
    answers(410);
    clock.advance(PROBE);
    answers(200);
    assertThat(endpoint().isDisabled()).isFalse();
    answers(500);
    assertThat(endpoint().isDisabled()).isFalse();
  }
}
