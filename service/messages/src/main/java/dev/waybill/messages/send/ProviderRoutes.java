package dev.waybill.messages.send;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.message.NewMessage;
import dev.waybill.messages.provider.MessageProvider;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Chooses the provider of a message by channel, tenant and tag.
public final class ProviderRoutes {

  private static final Set<String> CONDITIONS = Set.of("channel", "tenant", "tag");

  private final List<MessageProvider> providers;
  private final List<Rule> rules;

  /// Messages that match go to these providers: to the first, and to the next one only after the
  /// one before has refused the message for good.
  ///
  /// @param channel null for every channel
  /// @param tenant null for every tenant
  /// @param tag null whether or not there are tags
  public record Rule(
      @Nullable String channel,
      @Nullable String tenant,
      @Nullable String tag,
      List<String> providers) {

    public Rule {
      providers = List.copyOf(providers);
    }

    private boolean matches(String owner, NewMessage message) {
      return (channel == null || channel.equals(message.channel()))
          && (tenant == null || tenant.equals(owner))
          && (tag == null || message.metadata().tags().contains(tag));
    }
  }

  /// @param rules the first one that matches counts; without any, every provider of the channel is
  ///     used, in the order of the configuration, and a sandbox only if there is no other
  public ProviderRoutes(List<MessageProvider> providers, List<Rule> rules) {
    this.providers = List.copyOf(providers);
    this.rules = List.copyOf(rules);
  }

  /// Reads the setting `messages.routes`: one rule per line or semicolon, such as
  /// `channel=email tag=bulk -> ses, smtp`.
  public static ProviderRoutes read(List<MessageProvider> providers, String setting) {
    List<Rule> rules =
        Arrays.stream(setting.split("[;\n]", -1))
            .map(String::strip)
            .filter(line -> !line.isEmpty())
            .map(ProviderRoutes::rule)
            .toList();
    ProviderRoutes routes = new ProviderRoutes(providers, rules);
    for (Rule rule : rules) {
      for (String key : rule.providers()) {
        if (routes.find(key).isEmpty()) {
          throw wrong("there is no provider " + Text.quote(key));
        }
      }
    }
    return routes;
  }

  private static Rule rule(String line) {
    String[] sides = line.split("->", -1);
    if (sides.length != 2 || sides[1].isBlank()) {
      throw wrong("a rule is written as: channel=email tag=bulk -> first, second");
    }
    Map<String, String> conditions = new HashMap<>();
    for (String condition : sides[0].strip().split("\\s+", -1)) {
      String[] pair = condition.split("=", 2);
      boolean known = CONDITIONS.contains(pair[0]);
      if (!condition.isEmpty() && (pair.length != 2 || !known)) {
        throw wrong("a rule has the conditions channel, tenant and tag");
      }
      if (!condition.isEmpty()) {
        conditions.put(pair[0], pair[1]);
      }
    }
    List<String> keys = Arrays.stream(sides[1].split(",", -1)).map(String::strip).toList();
    return new Rule(
        conditions.get("channel"), conditions.get("tenant"), conditions.get("tag"), keys);
  }

  private static WaybillException wrong(String why) {
    return new WaybillException(Code.INVALID_ARGUMENT, "messages.routes: " + why);
  }

  /// Refuses a message that no provider can deliver.
  void check(String tenant, NewMessage message) {
    String asked = message.provider();
    if (asked != null && find(asked).isEmpty()) {
      throw MessageChecks.wrong(
          "/provider_key",
          "there is no provider "
              + Text.quote(asked)
              + "; configured: "
              + String.join(", ", providers.stream().map(MessageProvider::key).toList()));
    }
    String by = asked == null ? "" : " by provider " + Text.quote(asked);
    if (onChannel(tenant, message).isEmpty()) {
      throw MessageChecks.wrong(
          "/channel",
          "no provider delivers to channel "
              + Text.quote(message.channel())
              + by
              + "; configure one");
    }
    if (candidates(tenant, message).isEmpty()) {
      throw MessageChecks.wrong(
          "/attachments",
          "no provider takes attachments on channel "
              + Text.quote(message.channel())
              + by
              + "; send a link instead, or configure one that does");
    }
  }

  /// The first provider that has not refused the message; empty if all have.
  Optional<MessageProvider> choose(String tenant, NewMessage message, Set<String> refused) {
    return candidates(tenant, message).stream()
        .filter(provider -> !refused.contains(provider.key()))
        .findFirst();
  }

  List<MessageProvider> providers() {
    return providers;
  }

  Optional<MessageProvider> find(String key) {
    return providers.stream().filter(provider -> provider.key().equals(key)).findFirst();
  }

  private List<MessageProvider> candidates(String tenant, NewMessage message) {
    return onChannel(tenant, message).stream()
        .filter(provider -> provider.traits().take(message))
        .toList();
  }

  private List<MessageProvider> onChannel(String tenant, NewMessage message) {
    return delivering(message.channel(), named(tenant, message));
  }

  private List<MessageProvider> named(String tenant, NewMessage message) {
    if (message.provider() != null) {
      return find(message.provider()).stream().toList();
    }
    return rules.stream()
        .filter(rule -> rule.matches(tenant, message))
        .findFirst()
        .map(rule -> rule.providers().stream().flatMap(key -> find(key).stream()).toList())
        .orElseGet(() -> withoutRule(message.channel()));
  }

  /// A refused message must not look delivered because a sandbox took it.
  private List<MessageProvider> withoutRule(String channel) {
    List<MessageProvider> real =
        delivering(channel, providers).stream().filter(MessageProvider::reachesPeople).toList();
    return real.isEmpty() ? providers : real;
  }

  private static List<MessageProvider> delivering(String channel, List<MessageProvider> some) {
    return some.stream()
        .filter(provider -> provider.traits().channels().contains(channel))
        .toList();
  }
}
