package dev.waybill.messages.send;

import dev.waybill.message.NewMessage;
import dev.waybill.messages.MessagesProvider;
import dev.waybill.messages.provider.ConfiguredProviders;
import dev.waybill.settings.Settings;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How many messages this process sends in a time, per provider and per recipient.
final class SendLimits {

  private final Map<String, RateLimit> providers;
  private final @Nullable RateLimit recipients;
  private final InstantSource clock;

  /// @param providers by key; others have no limit
  /// @param perRecipient null for no limit
  SendLimits(Map<String, Rate> providers, @Nullable Rate perRecipient, InstantSource clock) {
    this.providers = new HashMap<>();
    providers.forEach((key, rate) -> this.providers.put(key, new RateLimit(rate)));
    this.recipients = perRecipient == null ? null : new RateLimit(perRecipient);
    this.clock = clock;
  }

  /// Reads the option `rate` of providers and the setting `messages.recipient_rate`.
  static SendLimits of(Settings settings) {
    Map<String, String> services = settings.ofServices();
    Map<String, Rate> rates = new HashMap<>();
    ConfiguredProviders.rates(services.getOrDefault(MessagesProvider.PROVIDERS, ""))
        .forEach((key, rate) -> rates.put(key, Rate.of(rate, "option rate of provider " + key)));
    String perRecipient = services.getOrDefault(MessagesProvider.RECIPIENT_RATE, "");
    return new SendLimits(
        rates,
        perRecipient.isBlank() ? null : Rate.of(perRecipient, MessagesProvider.RECIPIENT_RATE),
        settings.clock());
  }

  /// Counts the start of an attempt, or says how long it has to wait for its provider and its
  /// recipient. The attempts of one job count once for the recipient.
  ///
  /// @return not positive if the attempt may start
  synchronized Duration start(Start start) {
    Instant now = clock.instant();
    RateLimit recipient = start.isFirst() ? recipients : null;
    RateLimit provider = providers.get(start.provider());
    Duration wait = start.delay(recipient, start.recipient(), now);
    // The provider is asked last: who asks may get a place in its line.
    wait = wait.isPositive() ? wait : start.delay(provider, start.provider(), now);
    if (!wait.isPositive()) {
      take(provider, start.provider(), now);
      take(recipient, start.recipient(), now);
    }
    return wait;
  }

  /// An attempt that is about to start.
  ///
  /// @param isFirst whether it is the first attempt of its job
  /// @param hasWaited whether its job has run before
  record Start(String provider, String recipient, boolean isFirst, boolean hasWaited) {

    static String recipient(String tenant, NewMessage message) {
      return String.join("\n", tenant, message.channel(), message.recipient());
    }

    private Duration delay(@Nullable RateLimit limit, String key, Instant now) {
      return limit == null ? Duration.ZERO : limit.delay(key, hasWaited, now);
    }
  }

  private static void take(@Nullable RateLimit limit, String key, Instant now) {
    if (limit != null) {
      limit.take(key, now);
    }
  }
}
