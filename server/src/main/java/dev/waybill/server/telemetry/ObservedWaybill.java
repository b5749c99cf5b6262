package dev.waybill.server.telemetry;

import dev.waybill.EventCursor;
import dev.waybill.EventFeed;
import dev.waybill.ForwardingWaybill;
import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Settlement;
import dev.waybill.TaskToken;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.result.EnqueueResult;
import dev.waybill.result.Enqueued;
import dev.waybill.result.ExtendResult;
import dev.waybill.result.PublishResult;
import dev.waybill.result.SettleResult;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Counts events and streams, and describes calls in their spans. [ObservedStore] counts changes of
/// jobs.
final class ObservedWaybill extends ForwardingWaybill {

  private final EventCounts counts;

  ObservedWaybill(Waybill waybill, EventCounts counts) {
    super(waybill);
    this.counts = counts;
  }

  @Override
  public Waybill tenant(String name) {
    return new ObservedWaybill(waybill.tenant(name), counts);
  }

  @Override
  public Enqueued enqueue(NewJob job) {
    CallSpans.of(() -> Set.of(job.queue()));
    return waybill.enqueue(job);
  }

  @Override
  public List<EnqueueResult> enqueueAll(List<NewJob> jobs) {
    CallSpans.batch(jobs.size());
    CallSpans.of(() -> jobs.stream().map(NewJob::queue).collect(Collectors.toSet()));
    return waybill.enqueueAll(jobs);
  }

  @Override
  public List<Lease> lease(LeaseRequest request) {
    List<Lease> leases = waybill.lease(request);
    CallSpans.leased(request.queue(), leases);
    return leases;
  }

  @Override
  public List<ExtendResult> extend(List<TaskToken> tokens, @Nullable Duration leaseDuration) {
    CallSpans.batch(tokens.size());
    List<ExtendResult> results = waybill.extend(tokens, leaseDuration);
    counts.extended(results);
    return results;
  }

  @Override
  public List<SettleResult> settle(List<Settlement> settlements) {
    CallSpans.batch(settlements.size());
    return waybill.settle(settlements);
  }

  @Override
  public PublishResult publish(TaskToken token, List<NewEvent> events) {
    CallSpans.batch(events.size());
    long began = System.nanoTime();
    try {
      PublishResult result = waybill.publish(token, events);
      counts.published(result, events.size(), System.nanoTime() - began);
      return result;
    } catch (WaybillException failed) {
      counts.notPublished(failed.code().wire(), events.size());
      throw failed;
    }
  }

  @Override
  public EventFeed follow(JobId id, EventCursor after) {
    return new ObservedFeed(waybill.follow(id, after), counts);
  }
}
