package dev.waybill.messages.provider;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.message.ProviderState;
import dev.waybill.messages.http.HttpOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Sends by the HTTP API of a vendor. The vendors here have no idempotency keys.
///
/// A vendor is asked for the states of messages only if its webhooks are not configured.
public final class VendorProvider implements MessageProvider {

  /// How many messages are looked up in a row.
  static final int LOOKUPS = 25;

  private static final int UNKNOWN = 404;

  private final String key;
  private final Vendor vendor;
  private final Optional<WebhookReader> webhooks;

  public VendorProvider(String key, Vendor vendor, Optional<? extends WebhookReader> webhooks) {
    this.key = key;
    this.vendor = vendor;
    this.webhooks = webhooks.map(reader -> reader);
  }

  @Override
  public String key() {
    return key;
  }

  @Override
  public ProviderTraits traits() {
    boolean polls = webhooks.isEmpty() && vendor.lookup().isPresent();
    return new ProviderTraits(
        Set.of(vendor.channel()), webhooks.isPresent(), false, polls ? LOOKUPS : 0);
  }

  @Override
  public Optional<WebhookReader> webhooks() {
    return webhooks;
  }

  @Override
  public HandoffResult send(OutgoingMessage message) throws InterruptedException {
    return vendor.api().send(message, vendor.request(message), answer -> accepted(answer, message));
  }

  private HandoffResult accepted(HttpOutcome.Answered answer, OutgoingMessage message) {
    String id = vendor.messageId(answer);
    return new HandoffResult.Accepted(
        id.isEmpty() ? message.ids().attemptId() : id, ProviderState.ACCEPTED);
  }

  /// The vendors answer for one message at a time. After a failure the others wait for the next
  /// round.
  @Override
  public List<ProviderReport> check(List<String> providerMsgIds) throws InterruptedException {
    Vendor.Lookup lookup = vendor.lookup().orElseThrow();
    List<ProviderReport> reports = new ArrayList<>();
    for (String id : providerMsgIds) {
      HttpOutcome outcome = vendor.api().call(lookup.request(id));
      if (outcome instanceof HttpOutcome.Answered answer && answer.isGood()) {
        reports.addAll(lookup.reports(VendorJson.read(answer.body().bytes()), vendor.api().now()));
      } else if (!isUnknown(outcome)) {
        return orFail(reports, outcome);
      }
    }
    return reports;
  }

  /// The vendor may know the message a little later.
  private static boolean isUnknown(HttpOutcome outcome) {
    return outcome instanceof HttpOutcome.Answered answer && answer.status() == UNKNOWN;
  }

  private static List<ProviderReport> orFail(List<ProviderReport> reports, HttpOutcome outcome) {
    if (reports.isEmpty()) {
      throw new WaybillException(
          Code.UNAVAILABLE,
          switch (outcome) {
            case HttpOutcome.Answered answer -> "it answered " + answer.status();
            case HttpOutcome.Failed failed -> failed.error();
          });
    }
    return reports;
  }
}
