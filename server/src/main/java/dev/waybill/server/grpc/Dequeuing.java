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
import dev.waybill.server.auth.Waits;
import dev.waybill.server.grpc.mapping.FromProto;
import dev.waybill.server.grpc.mapping.ToProto;
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

/// One call of DequeueJobs. Each job that it leases is either sent or returned to its queue, even
/// if the client disconnects.
final class Dequeuing {

  private static final System.Logger LOG = System.getLogger(Dequeuing.class.getName());

  /// The time reserved for the answer before the deadline of the call.
  private static final Duration LONGEST_MARGIN = Duration.ofMillis(500);

  /// The size of a job on the wire without its payload and texts: names, times, the token.
  private static final long BARE_JOB = 1_024;

  private final Waybill waybill;
  private final GrpcWaits waits;
  private final GrpcSettings settings;

  /// Leases that were sent or are about to be.
  private final List<Lease> held = new ArrayList<>();

  Dequeuing(Waybill waybill, GrpcWaits waits, GrpcSettings settings) {
    this.waybill = waybill;
    this.waits = waits;
    this.settings = settings;
  }

  /// The cancel handler runs after this method and only for a call that was not completed, so it
  /// sees every lease of a client that disconnected, even while the answer was being sent.
  void answer(DequeueJobsRequest request, StreamObserver<DequeueJobsResponse> to) {
    Answering.whenCancelled(to, () -> release(held));
    Answering.answerUnlessCancelled(
        to, () -> pack(lease(withinDeadline(FromProto.lease(request)))));
  }

  /// A wait that is too long stays unchanged and is refused by the engine.
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
    try (Waits.Wait wait = waits.begin()) {
      return lease(request, wait);
    }
  }

  private List<Lease> lease(LeaseRequest request, Waits.Wait wait) {
    try {
      return waybill.lease(request);
    } catch (WaybillException ended) {
      if (ended.code() == Code.INTERRUPTED && wait.hasExpired()) {
        throw Callers.unknown("the credential of this call is no longer valid");
      }
      if (ended.code() == Code.INTERRUPTED && wait.isServerClosing()) {
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

  /// An attempt fails if its payload cannot be read: no worker could succeed.
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

  /// If settling fails, the leases expire instead.
  private void settle(List<Settlement> settlements) {
    try {
      waybill.settle(settlements);
    } catch (WaybillException failed) {
      LOG.log(Level.WARNING, "cannot release jobs; their leases will expire", failed);
    }
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }
}
