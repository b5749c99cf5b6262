package dev.waybill.messages.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.WaybillException;
import dev.waybill.message.NewMessage;
import dev.waybill.message.ProviderState;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.ProviderTraits;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProviderRoutesTest {

  private static final List<MessageProvider> PROVIDERS =
      List.of(
          new Named("test", false, Set.of("email", "sms")),
          new Named("mail", true, Set.of("email")),
          new Named("bulk", true, Set.of("email")));

  private static final NewMessage EMAIL = NewMessage.builder("email", "ada@example.org").build();
  private static final NewMessage TAGGED = EMAIL.toBuilder().tags("bulk").build();
  private static final NewMessage SMS = NewMessage.builder("sms", "+491511234").build();

  @Test
  void without_a_rule_a_sandbox_takes_only_what_no_other_provider_delivers() {
    ProviderRoutes routes = ProviderRoutes.read(PROVIDERS, "");
    assertThat(chosen(routes, EMAIL)).containsExactly("mail", "bulk");
    assertThat(chosen(routes, SMS)).containsExactly("test");
  }

  @Test
  void a_rule_may_name_a_sandbox_first_or_as_the_last_resort() {
    ProviderRoutes routes =
        ProviderRoutes.read(PROVIDERS, "tag=bulk -> test; channel=email -> mail, test");
    assertThat(chosen(routes, TAGGED)).containsExactly("test");
    assertThat(chosen(routes, EMAIL)).containsExactly("mail", "test");
  }

  @Test
  void the_first_rule_that_matches_tenant_channel_and_tag_counts() {
    ProviderRoutes routes =
        ProviderRoutes.read(
            PROVIDERS, "tenant=other -> test\nchannel=email tag=bulk -> bulk, mail; -> mail");
    assertThat(chosen(routes, TAGGED)).containsExactly("bulk", "mail");
    assertThat(chosen(routes, EMAIL)).containsExactly("mail");
    assertThatThrownBy(() -> routes.check("tenant", SMS)).isInstanceOf(WaybillException.class);
  }

  /// All providers in the order in which a message goes to them, each after a refusal.
  private static List<String> chosen(ProviderRoutes routes, NewMessage message) {
    List<String> order = new ArrayList<>();
    Optional<MessageProvider> next = routes.choose("tenant", message, Set.of());
    while (next.isPresent()) {
      order.add(next.get().key());
      next = routes.choose("tenant", message, new HashSet<>(order));
    }
    return order;
  }

  private record Named(String key, boolean reachesPeople, Set<String> channels)
      implements MessageProvider {

    @Override
    public ProviderTraits traits() {
      return new ProviderTraits(channels, false, false);
    }

    @Override
    public HandoffResult send(OutgoingMessage message) {
      return new HandoffResult.Accepted("id", ProviderState.ACCEPTED);
    }
  }
}
