package dev.waybill.messages.receive;

import dev.waybill.Payload;
import dev.waybill.Tenants;
import dev.waybill.messages.DerivedId;
import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.WebhookReader;
import dev.waybill.messages.provider.WebhookRequest;
import dev.waybill.messages.provider.WebhookResult;
import dev.waybill.messages.record.ProviderReports;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// Receives the webhooks of all providers: verifies them, and records what they report. The
/// signature is the only credential.
///
/// A webhook that comes again changes nothing: the ledger has each event of an attempt once.
public final class WebhookReceiver {

  private static final System.Logger LOG = System.getLogger(WebhookReceiver.class.getName());

  private final List<MessageProvider> providers;
  private final ProviderReports reports;
  private final Ledger ledger;
  private final InstantSource clock;

  public enum Answer {
    RECORDED,
    /// There is no provider of this name that sends webhooks.
    UNKNOWN_PROVIDER,
    /// The call is not from the provider, or is a replay.
    NOT_GENUINE
  }

  public WebhookReceiver(
      List<MessageProvider> providers,
      ProviderReports reports,
      Ledger ledger,
      InstantSource clock) {
    this.providers = List.copyOf(providers);
    this.reports = reports;
    this.ledger = ledger;
    this.clock = clock;
  }

  public Answer receive(String provider, WebhookRequest request) throws InterruptedException {
    Optional<WebhookReader> reader =
        providers.stream()
            .filter(one -> one.key().equals(provider))
            .findFirst()
            .flatMap(MessageProvider::webhooks);
    return reader.isEmpty() ? Answer.UNKNOWN_PROVIDER : read(provider, reader.get(), request);
  }

  private Answer read(String provider, WebhookReader reader, WebhookRequest request)
      throws InterruptedException {
    return switch (reader.read(request, clock.instant())) {
      case WebhookResult.Genuine genuine -> record(provider, genuine, request);
      case WebhookResult.NotGenuine(String why) -> refused(provider, why);
    };
  }

  private Answer record(String provider, WebhookResult.Genuine genuine, WebhookRequest request) {
    if (genuine.token() != null && !isFirst(provider, genuine.token(), request.body())) {
      return refused(provider, "its token came before with another body");
    }
    genuine.reports().forEach(report -> reports.report(provider, report));
    return Answer.RECORDED;
  }

  /// True for the first body with a token, and for that body when it comes again because the
  /// answer was lost.
  private boolean isFirst(String provider, String token, Payload body) {
    LedgerKey key =
        new LedgerKey(Tenants.SYSTEM, Retention.WEBHOOK_TOKENS, DerivedId.of(provider, token));
    String digest = DerivedId.of(new String(body.bytes(), StandardCharsets.ISO_8859_1));
    Instant now = clock.instant();
    Fact first = Fact.of(key, 1, "used", now, Payload.of(digest));
    return ledger.record(List.of(first)).getFirst() != Ledger.Answer.DUPLICATE
        || ledger.history(key, 0, 1).stream()
            .allMatch(known -> known.fact().data().text().equals(digest));
  }

  private static Answer refused(String provider, String why) {
    LOG.log(Level.DEBUG, "refused a webhook for provider {0}: {1}", provider, why);
    return Answer.NOT_GENUINE;
  }
}
