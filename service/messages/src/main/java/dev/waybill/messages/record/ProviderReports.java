package dev.waybill.messages.record;

import dev.waybill.Tenants;
import dev.waybill.base.WorkContext;
import dev.waybill.message.MessageEventType;
import dev.waybill.messages.DerivedId;
import dev.waybill.messages.provider.ProviderReport;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Records what providers report. A provider knows its own ID of a message only, so a fact by that
/// ID leads to the message.
///
/// A report may come before that fact. It is kept, and applied with the handoff. Either side first
/// writes and then looks for the other, so at least one of them finds both.
public final class ProviderReports {

  private static final String TENANT = "tenant";
  private static final String MESSAGE_ID = "message_id";
  private static final String HANDED_OFF = "handed_off";
  private static final int MOST_EARLY = 100;
  private static final Duration OLDEST = Duration.ofDays(30);

  private final MessageFacts.Ports ports;

  /// A message that a provider has accepted.
  ///
  /// @param traceId the trace of the message; null if it has none
  public record Handoff(
      String tenant,
      String messageId,
      int attempt,
      String provider,
      String providerMsgId,
      @Nullable String traceId) {

    /// In the trace that the current thread works for.
    public Handoff(
        String tenant, String messageId, int attempt, String provider, String providerMsgId) {
      this(
          tenant,
          messageId,
          attempt,
          provider,
          providerMsgId,
          WorkContext.current().ids().get(WorkContext.TRACE_ID));
    }

    /// The IDs for log entries and events.
    Map<String, String> ids() {
      return EventDetails.of(
          "tenant_id",
          tenant,
          MESSAGE_ID,
          messageId,
          "attempt_no",
          Integer.toString(attempt),
          EventDetails.ATTEMPT_ID,
          AttemptId.of(messageId, attempt),
          EventDetails.PROVIDER_MSG_ID,
          providerMsgId,
          EventDetails.TRACE_ID,
          traceId);
    }
  }

  public ProviderReports(MessageFacts.Ports ports) {
    this.ports = ports;
  }

  /// The fact that leads from the provider's ID to the message, to be recorded with the handoff.
  public Fact expected(Handoff handoff) {
    Map<String, String> details =
        EventDetails.of(
            TENANT,
            handoff.tenant(),
            MESSAGE_ID,
            handoff.messageId(),
            EventDetails.TRACE_ID,
            handoff.traceId());
    return Fact.of(
        key(Retention.PROVIDER_IDS, handoff.provider(), handoff.providerMsgId()),
        handoff.attempt(),
        HANDED_OFF,
        ports.clock().instant(),
        EventDetails.payload(details));
  }

  /// Applies the reports that came before the handoff was recorded.
  public void applyEarly(Handoff handoff) {
    LedgerKey key = key(Retention.EARLY_REPORTS, handoff.provider(), handoff.providerMsgId());
    for (Fact.Recorded early : ports.ledger().history(key, 0, MOST_EARLY)) {
      MessageEventType.named(early.fact().type())
          .ifPresent(
              type ->
                  apply(
                      handoff,
                      new ProviderReport(
                          handoff.providerMsgId(),
                          type,
                          early.fact().at(),
                          EventDetails.read(early.fact().data()))));
      ports.ledger().delete(key, early.position());
    }
  }

  /// Records a report of a provider, or keeps it if the message is not known yet.
  public void report(String provider, ProviderReport report) {
    Optional<Handoff> known = find(provider, report.providerMsgId());
    if (known.isPresent()) {
      apply(known.get(), report);
    } else {
      keep(provider, report);
      find(provider, report.providerMsgId()).ifPresent(this::applyEarly);
    }
  }

  private Optional<Handoff> find(String provider, String providerMsgId) {
    LedgerKey key = key(Retention.PROVIDER_IDS, provider, providerMsgId);
    return ports.ledger().latest(List.of(key)).stream()
        .findFirst()
        .map(
            latest -> {
              Map<String, String> details = EventDetails.read(latest.data());
              return new Handoff(
                  details.getOrDefault(TENANT, ""),
                  details.getOrDefault(MESSAGE_ID, ""),
                  latest.attempt(),
                  provider,
                  providerMsgId,
                  details.get(EventDetails.TRACE_ID));
            });
  }

  /// The ledger keeps each type of event once per ID, so that an ID has few reports.
  private void keep(String provider, ProviderReport report) {
    Fact early =
        Fact.of(
            key(Retention.EARLY_REPORTS, provider, report.providerMsgId()),
            1,
            report.type().eventName(),
            bounded(report.at()),
            EventDetails.payload(redacted(report.details())));
    ports.ledger().record(List.of(early));
  }

  private void apply(Handoff handoff, ProviderReport report) {
    WorkContext.current().with(handoff.ids()).run(() -> record(handoff, report));
  }

  private void record(Handoff handoff, ProviderReport report) {
    MessageFacts facts = new MessageFacts(ports, handoff.tenant());
    Map<String, String> details = redacted(report.details());
    details.put(EventDetails.PROVIDER_KEY, handoff.provider());
    details.put(EventDetails.PROVIDER_MSG_ID, handoff.providerMsgId());
    facts.record(
        facts.fact(
            handoff.messageId(), handoff.attempt(), report.type(), bounded(report.at()), details));
  }

  private static Map<String, String> redacted(Map<String, String> details) {
    Map<String, String> clean = new TreeMap<>(details);
    clean.replaceAll((_, text) -> Redaction.of(text));
    return clean;
  }

  /// The clock of a provider may be wrong: an event is not in the future, nor older than its
  /// retention.
  private Instant bounded(Instant at) {
    Instant now = ports.clock().instant();
    return at.isAfter(now) || at.isBefore(now.minus(OLDEST)) ? now : at;
  }

  private static LedgerKey key(String kind, String provider, String providerMsgId) {
    return new LedgerKey(Tenants.SYSTEM, kind, DerivedId.of(provider, providerMsgId));
  }
}
