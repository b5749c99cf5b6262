package dev.waybill.messages.send;

import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.Outcome;
import dev.waybill.Settlement;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.ProviderState;
import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.ProviderReport;
import dev.waybill.messages.record.EventDetails;
import dev.waybill.messages.record.MessageFacts;
import dev.waybill.messages.record.Redaction;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Asks one provider what became of the messages of one tenant, many at a time, until each has a
/// final state or its time is over. A report by webhook ends the lookups of its message. Reports of
/// a provider inside the server are made here, too, by jobs of the same queue.
final class ProviderChecks {

  /// How long a provider may take to report a final state.
  static final Duration REPORT_TIME = Duration.ofDays(3);

  private static final System.Logger LOG = System.getLogger(ProviderChecks.class.getName());
  private static final Duration LEASE = Duration.ofMinutes(2);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(30);
  private static final int WITHOUT_LOOKUPS = 100;

  private final Waybill waybill;
  private final MessageFacts facts;
  private final MessageProvider provider;

  ProviderChecks(Waybill waybill, MessageFacts facts, MessageProvider provider) {
    this.waybill = waybill;
    this.facts = facts;
    this.provider = provider;
  }

  /// When the first lookup is due. Without lookups, the job only waits for the end of the time.
  static Duration firstDelay(MessageProvider provider) {
    return provider.traits().pollBatch() > 0 ? CheckJob.pause(0) : REPORT_TIME;
  }

  /// Looks up messages that are due; true if there may be more of them.
  boolean round() {
    int max = provider.traits().pollBatch() > 0 ? provider.traits().pollBatch() : WITHOUT_LOOKUPS;
    List<Lease> leases =
        waybill.lease(
            LeaseRequest.of(CheckJob.queue(provider.key()), "message-checks")
                .withMax(max)
                .withLeaseDuration(LEASE)
                .withPatience(Duration.ZERO));
    if (!leases.isEmpty()) {
      waybill.settle(check(leases));
    }
    return leases.size() == max;
  }

  /// What becomes of jobs that are due.
  List<Settlement> check(List<Lease> leases) {
    Map<String, CheckJob> open = new HashMap<>();
    Map<Lease, Outcome> outcomes = new HashMap<>();
    for (Lease lease : leases) {
      if (!SendJob.isOwn(lease.job())) {
        outcomes.put(lease, SendJob.foreign());
      } else if (lease.job().type().equals(ReportJob.TYPE)) {
        facts.reports().report(provider.key(), ReportJob.read(lease.job()));
        outcomes.put(lease, Outcome.done());
      } else {
        CheckJob job = CheckJob.read(lease.job());
        open.put(job.providerMsgId(), job);
      }
    }
    open.values().removeIf(this::isSettled);
    boolean asked = open.isEmpty() || ask(open);
    List<Settlement> settlements = new ArrayList<>();
    for (Lease lease : leases) {
      Outcome outcome = outcomes.get(lease);
      settlements.add(
          new Settlement(lease.token(), outcome == null ? next(lease, asked) : outcome));
    }
    return settlements;
  }

  /// Records what the provider says; false if it cannot be asked now.
  private boolean ask(Map<String, CheckJob> open) {
    if (provider.traits().pollBatch() == 0) {
      return true;
    }
    try {
      for (ProviderReport report : provider.check(List.copyOf(open.keySet()))) {
        CheckJob job = open.get(report.providerMsgId());
        if (job != null) {
          record(job, report.type(), report.at(), report.details());
        }
      }
      return true;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    } catch (WaybillException failed) {
      LOG.log(
          Level.WARNING, "provider {0} cannot be asked: {1}", provider.key(), failed.getMessage());
      return false;
    }
  }

  private Outcome next(Lease lease, boolean asked) {
    CheckJob job = CheckJob.read(lease.job());
    if (isSettled(job)) {
      return Outcome.done();
    }
    Instant now = facts.now();
    if (!now.isBefore(lease.job().createdAt().plus(REPORT_TIME))) {
      record(job, MessageEventType.PROVIDER_TIMED_OUT, now, Map.of());
      return Outcome.done();
    }
    return Outcome.snooze(asked ? CheckJob.pause(lease.job().attempt()) : AFTER_FAILURE);
  }

  private void record(
      CheckJob job, MessageEventType type, Instant at, Map<String, String> details) {
    Map<String, String> all = new TreeMap<>(details);
    all.computeIfPresent(EventDetails.ERROR, (_, text) -> Redaction.of(text));
    all.put(EventDetails.PROVIDER_KEY, provider.key());
    all.put(EventDetails.PROVIDER_MSG_ID, job.providerMsgId());
    job.context(facts.tenant())
        .run(() -> facts.record(facts.fact(job.messageId(), job.attempt(), type, at, all)));
  }

  /// True if the provider has reported a final state, or a later attempt counts.
  private boolean isSettled(CheckJob job) {
    return facts
        .provider(job.messageId())
        .filter(
            latest ->
                latest.attempt() > job.attempt() || ProviderState.of(latest.state()).isFinal())
        .isPresent();
  }
}
