package dev.waybill.server.grpc;

import dev.waybill.Code;
import dev.waybill.Failure;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.Outcome;
import dev.waybill.Settlement;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.proto.v1.DequeueJobsRequest;
import dev.waybill.proto.v1.DequeueJobsResponse;
import dev.waybill.proto.v1.DequeuedJob;
import dev.waybill.settings.Limits;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.stub.StreamObserver;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// One call of DequeueJobs. Whatever becomes of the client, each job that was leased for it is
/// either sent or back in its queue.
final class Dequeuing {

  private static final System.Logger LOG = System.getLogger(Dequeuing.class.getName());

  /// What is left of the deadline when the wait ends, so that the answer arrives in time.
  private static final Duration LONGEST_MARGIN = Duration.ofMillis(500);

  /// What a job weighs on the wire without its payload and its texts: names, times, the token.
  private static final long BARE_JOB = 1_024;

  private final Waybill waybill;
  private final GrpcWaits waits;
  private final GrpcSettings settings;

  /// Leases that are sent, or about to be.
  private final List<Lease> held = new ArrayList<>();

  Dequeuing(Waybill waybill, GrpcWaits waits, GrpcSettings settings) {
    this.waybill = waybill;
    this.waits = waits;
    this.settings = settings;
  }

  /// The cancel handler runs after this method and only for a call that was not completed, so it
  /// sees every lease of a client that went away, also of one that went while the answer was on
  /// its way.
  void answer(DequeueJobsRequest request, StreamObserver<DequeueJobsResponse> to) {
    Answering.whenCancelled(to, () -> release(held));
    Answering.answerUnlessCancelled(
        to, () -> pack(lease(withinDeadline(FromProto.lease(request)))));
  }

  /// A wait that is too long by itself stays as it is and is refused by the engine.
  private static LeaseRequest withinDeadline(LeaseRequest request) {
    Deadline deadline = Context.current().getDeadline();
    if (deadline == null || request.patience().compareTo(Limits.MAX_WAIT) > 0) {
      return request;
    }
    Duration left = Duration.ofNanos(Math.max(0, deadline.timeRemaining(TimeUnit.NANOSECONDS)));
    Duration patience = left.minus(shorter(LONGEST_MARGIN, left.dividedBy(4)));
    return request.withPatience(shorter(patience, request.patience()));
  }

  private List<Lease> lease(LeaseRequest request) {
    if (request.patience().isZero()) {
      return waybill.lease(request);
    }
    try (GrpcWaits.Wait wait = waits.beginCounted()) {
      return lease(request, wait);
    }
  }

  private List<Lease> lease(LeaseRequest request, GrpcWaits.Wait wait) {
    try {
      return waybill.lease(request);
    } catch (WaybillException ended) {
      if (ended.code() == Code.INTERRUPTED && wait.hasExpired()) {
        throw Callers.unknown("the credential of this call is not good any more");
      }
      if (ended.code() == Code.INTERRUPTED && waits.isClosing()) {
        return List.of();
      }
      throw ended;
    }
  }

  private DequeueJobsResponse pack(List<Lease> leases) {
    long room = settings.bytes().dequeue();
    List<Lease> surplus = new ArrayList<>();
    for (Lease lease : leases) {
      room -= weight(lease);
      (room >= 0 || held.isEmpty() ? held : surplus).add(lease);
    }
    release(surplus);
    DequeueJobsResponse.Builder answer = DequeueJobsResponse.newBuilder();
    List.copyOf(held).forEach(lease -> read(lease).ifPresent(answer::addJobs));
    return answer.build();
  }

  private static long weight(Lease lease) {
    long failure =
        lease
            .job()
            .failure()
            .map(last -> last.message().length() + last.stack().length())
            .orElse(0);
    return BARE_JOB + lease.job().payload().size() + failure;
  }

  /// A job whose payload cannot be read has failed this attempt: no worker could do better.
  private Optional<DequeuedJob> read(Lease lease) {
    try {
      return Optional.of(ToProto.dequeued(lease));
    } catch (WaybillException unreadable) {
      LOG.log(Level.WARNING, "cannot read the payload of job " + lease.job().id(), unreadable);
      held.remove(lease);
      settle(List.of(new Settlement(lease.token(), failed(unreadable))));
      return Optional.empty();
    }
  }

  private static Outcome failed(WaybillException why) {
    return new Outcome.Retry(Failure.of(why), null);
  }

  private void release(List<Lease> leases) {
    if (!leases.isEmpty()) {
      settle(Settlement.releases(leases));
    }
  }

  /// What cannot be said now, the end of the lease says later.
  private void settle(List<Settlement> settlements) {
    try {
      waybill.settle(settlements);
    } catch (WaybillException failed) {
      LOG.log(Level.WARNING, "cannot give jobs back; their leases will run out", failed);
    }
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }
}
