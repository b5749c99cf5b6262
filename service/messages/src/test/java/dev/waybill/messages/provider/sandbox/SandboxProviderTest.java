package dev.waybill.messages.provider.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.WaybillException;
import dev.waybill.conformance.model.ModelLedger;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.NewMessage;
import dev.waybill.message.ProviderState;
import dev.waybill.messages.http.Network;
import dev.waybill.messages.http.TargetAddresses;
import dev.waybill.messages.provider.ConfiguredProviders;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.LaterReports.Later;
import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.ProviderHost;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SandboxProviderTest {

  private final List<Later> planned = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(strings = {"ada@example.org", "+436641234567", "bounce.ada@example.org", "deliver"})
  void a_message_without_instructions_is_delivered_at_once(String recipient) throws Exception {
    assertThat(state(send("", recipient))).isEqualTo(ProviderState.DELIVERED);
    assertThat(planned).isEmpty();
  }

  @Test
  void it_refuses_and_fails_as_it_is_told() throws Exception {
    assertThat(send("", "refuse@example.org")).isInstanceOf(HandoffResult.Refused.class);
    assertThat(send("", "fail@example.org")).isInstanceOf(HandoffResult.Retryable.class);
    assertThat(send("refuse=100", "ada@example.org")).isInstanceOf(HandoffResult.Refused.class);
    assertThat(planned).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "silent@example.org, '', ''",
    "bounce@example.org, PROVIDER_BOUNCED, 0",
    "drop+2s@example.org, PROVIDER_DROPPED, 2",
    "delay@example.org, PROVIDER_DELIVERED, 10",
    "complain+1s, PROVIDER_DELIVERED PROVIDER_COMPLAINT, 1 2",
    "complain.disorder+1s, PROVIDER_DEFERRED PROVIDER_DELIVERED PROVIDER_COMPLAINT, 3 2 1",
    "disorder+5s@example.org, PROVIDER_DEFERRED PROVIDER_DELIVERED, 10 5",
    "bounce.duplicate+1s@example.org, PROVIDER_BOUNCED PROVIDER_BOUNCED, 1 1"
  })
  void it_reports_later_as_the_recipient_says(String recipient, String events, String seconds)
      throws Exception {
    assertThat(state(send("", recipient))).isEqualTo(ProviderState.ACCEPTED);
    assertThat(planned.stream().map(Later::type).map(MessageEventType::name))
        .containsExactlyElementsOf(words(events));
    assertThat(planned.stream().map(Later::told).map(Duration::toSeconds).map(String::valueOf))
        .containsExactlyElementsOf(words(seconds));
  }

  @Test
  void the_options_of_the_address_apply_to_all_other_recipients() throws Exception {
    assertThat(state(send("delay=2s&duplicate=100", "ada@example.org")))
        .isEqualTo(ProviderState.ACCEPTED);
    assertThat(planned)
        .extracting(Later::told)
        .containsExactly(Duration.ofSeconds(2), Duration.ofSeconds(2));
  }

  @Test
  void a_share_of_the_messages_bounces_and_each_try_of_an_attempt_gets_the_same() throws Exception {
    MessageProvider sandbox = provider("bounce=30");
    for (int i = 0; i < 1_000; i++) {
      sandbox.send(message("ada@example.org", "attempt-" + i));
    }
    assertThat(planned).hasSizeBetween(200, 400);
    List<Later> first = List.copyOf(planned);
    planned.clear();
    for (int i = 0; i < 1_000; i++) {
      sandbox.send(message("ada@example.org", "attempt-" + i));
    }
    assertThat(planned).isEqualTo(first);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bounce=101", "bounce=60&drop=60", "delay=soon", "deliver=5", "no=1"})
  void wrong_options_are_refused_at_the_start(String options) {
    assertThatThrownBy(() -> provider(options)).isInstanceOf(WaybillException.class);
  }

  private static List<String> words(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split(" ", -1));
  }

  private static ProviderState state(HandoffResult result) {
    return ((HandoffResult.Accepted) result).state();
  }

  private HandoffResult send(String options, String recipient) throws InterruptedException {
    return provider(options).send(message(recipient, "attempt"));
  }

  private MessageProvider provider(String options) {
    ProviderHost host =
        new ProviderHost(
            InstantSource.system(),
            Network.direct(TargetAddresses.allowing("")),
            new ModelLedger(),
            (_, reports) -> planned.addAll(reports));
    return ConfiguredProviders.read("test=sandbox:?" + options, host).getFirst();
  }

  private static OutgoingMessage message(String recipient, String attemptId) {
    return new OutgoingMessage(
        NewMessage.builder("push", recipient).text("Hello").build(),
        new OutgoingMessage.Ids("default", "m", 1, attemptId));
  }
}
