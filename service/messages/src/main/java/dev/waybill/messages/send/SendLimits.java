package dev.waybill.messages.send;

import dev.waybill.message.NewMessage;
import dev.waybill.messages.MessagesProvider;
import dev.waybill.messages.provider.ConfiguredProviders;
import dev.waybill.settings.Settings;
import java.time.Duration;
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

  /// How long a message has to wait for its recipient; not positive if it may be sent. The attempts
  /// of one job count once.
  Duration forRecipient(String tenant, NewMessage message, String job) {
    return recipients == null
        ? Duration.ZERO
        : recipients.delay(
            String.join("\n", tenant, message.channel(), message.recipient()),
            job,
            clock.instant());
  }

  /// How long an attempt has to wait for its provider; not positive if it may start. Every start
  /// counts.
  Duration forProvider(String provider, String attempt) {
    RateLimit limit = providers.get(provider);
    if (limit == null) {
      return Duration.ZERO;
    }
    Duration delay = limit.delay(provider, attempt, clock.instant());
    if (!delay.isPositive()) {
      limit.forget(attempt);
    }
    return delay;
  }
}
