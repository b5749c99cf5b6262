package dev.waybill.messages.send;

import dev.waybill.Job;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.Outcome;
import dev.waybill.Settlement;
import dev.waybill.Waybill;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.ProviderState;
import dev.waybill.messages.provider.LookupResult;
import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.ProviderReport;
import dev.waybill.messages.record.EventDetails;
import dev.waybill.messages.record.MessageFacts;
import dev.waybill.messages.record.Redaction;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
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
    if (provider.checkWait().isPositive()) {
      return false;
    }
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

  /// What becomes of jobs that are due. All lookups are one call of the provider.
  List<Settlement> check(List<Lease> leases) {
    List<String> open =
        leases.stream()
            .filter(ProviderChecks::isLookup)
            .map(lease -> CheckJob.read(lease.job()))
            .filter(job -> !isSettled(job))
            .map(CheckJob::providerMsgId)
            .distinct()
            .toList();
    Map<String, LookupResult> results = open.isEmpty() ? Map.of() : ask(open);
    return leases.stream()
        .map(lease -> new Settlement(lease.token(), outcome(lease, results)))
        .toList();
  }

  private static boolean isLookup(Lease lease) {
    return SendJob.isOwn(lease.job()) && !lease.job().type().equals(ReportJob.TYPE);
  }

  private Map<String, LookupResult> ask(List<String> ids) {
    if (provider.traits().pollBatch() == 0) {
      return Map.of();
    }
    try {
      Map<String, LookupResult> results = provider.check(ids);
      logFailures(results);
      return results;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return Map.of();
    }
  }

  private void logFailures(Map<String, LookupResult> results) {
    Map<String, Integer> errors = new TreeMap<>();
    for (LookupResult result : results.values()) {
      if (result instanceof LookupResult.Unavailable failed) {
        errors.merge(failed.error(), 1, Integer::sum);
      }
    }
    errors.forEach(
        (error, count) ->
            LOG.log(
                Level.WARNING,
                "provider {0} could not be asked about {1} messages: {2}",
                provider.key(),
                count,
                error));
  }

  private Outcome outcome(Lease lease, Map<String, LookupResult> results) {
    if (!SendJob.isOwn(lease.job())) {
      return SendJob.foreign();
    }
    if (lease.job().type().equals(ReportJob.TYPE)) {
      facts.reports().report(provider.key(), ReportJob.read(lease.job()));
      return Outcome.done();
    }
    CheckJob job = CheckJob.read(lease.job());
    LookupResult result = results.getOrDefault(job.providerMsgId(), LookupResult.Reported.NOTHING);
    if (result instanceof LookupResult.Reported(List<ProviderReport> reports)) {
      reports.forEach(report -> record(job, report.type(), report.at(), report.details()));
    }
    return isSettled(job) ? Outcome.done() : next(lease.job(), job, result);
  }

  private Outcome next(Job due, CheckJob job, LookupResult result) {
    Instant now = facts.now();
    if (!now.isBefore(due.createdAt().plus(REPORT_TIME))) {
      record(job, MessageEventType.PROVIDER_TIMED_OUT, now, Map.of());
      return Outcome.done();
    }
    return Outcome.snooze(
        result instanceof LookupResult.Unavailable(_, Duration after) && after != null
            ? after
            : CheckJob.pause(due.attempt()));
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
