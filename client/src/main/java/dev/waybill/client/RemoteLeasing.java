package dev.waybill.client;

import dev.waybill.Code;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.Payload;
import dev.waybill.Settlement;
import dev.waybill.TaskToken;
import dev.waybill.WaybillException;
import dev.waybill.client.call.CallAnswer;
import dev.waybill.client.call.HttpCall;
import dev.waybill.client.call.HttpTransport;
import dev.waybill.client.call.RetryTime;
import dev.waybill.client.call.SplitCalls;
import dev.waybill.client.call.UntilInterrupted;
import dev.waybill.result.ExtendResult;
import dev.waybill.settings.Limits;
import dev.waybill.settings.Settings;
import dev.waybill.wire.job.ExtendRequestJson;
import dev.waybill.wire.job.ExtendResultJson;
import dev.waybill.wire.job.LeaseJson;
import dev.waybill.wire.job.LeaseRequestJson;
import dev.waybill.wire.job.WorkBytes;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Leases jobs and extends leases.
///
/// If the answer to a lease call is lost, its jobs return to the queue when their leases expire.
final class RemoteLeasing {

  private static final System.Logger LOG = System.getLogger(RemoteLeasing.class.getName());

  /// The longest wait of one call; a longer patience takes several calls. It is short enough for
  /// proxies to keep the connection open.
  private static final Duration STEP = Duration.ofSeconds(10);

  /// A server that does not know the work format answers with JSON.
  static final String ACCEPT = WorkBytes.MEDIA_TYPE + ", application/json";

  private static final long TOKEN_BYTES = 512;

  private final HttpTransport transport;
  private final RemoteSettling settling;
  private final SplitCalls<TaskToken, ExtendResult> chunks =
      new SplitCalls<>(_ -> TOKEN_BYTES, refused -> refused);

  RemoteLeasing(HttpTransport transport, RemoteSettling settling) {
    this.transport = transport;
    this.settling = settling;
  }

  List<Lease> lease(LeaseRequest request) {
    Duration patience = request.patience();
    if (patience.compareTo(STEP) <= 0 || patience.compareTo(Limits.MAX_WAIT) > 0) {
      return leaseOnce(request);
    }
    long end = System.nanoTime() + patience.toNanos();
    RetryTime retries = new RetryTime(patience);
    Duration left = patience;
    while (true) {
      Duration step = left.compareTo(STEP) < 0 ? left : STEP;
      long before = System.nanoTime();
      List<Lease> leases = leaseOnce(request.withPatience(step));
      left = Duration.ofNanos(end - System.nanoTime());
      // A server that is about to close answers early; asking again at once would be a busy loop.
      boolean early = System.nanoTime() - before < step.toNanos() / 2;
      boolean done = !leases.isEmpty() || !left.isPositive();
      if (done || (early && !transport.pause(retries, Duration.ZERO))) {
        return leases;
      }
    }
  }

  List<ExtendResult> extend(List<TaskToken> tokens, @Nullable Duration leaseDuration) {
    RemoteSettling.checkCount(tokens.size());
    return chunks.send(tokens, part -> extendPart(part, leaseDuration));
  }

  /// Times out early enough to try again before the lease expires.
  private List<ExtendResult> extendPart(List<TaskToken> tokens, @Nullable Duration leaseDuration) {
    HttpCall call =
        HttpCall.post(
            "/v1/leases/extend",
            ExtendRequestJson.DOCUMENT,
            new ExtendRequestJson(tokens, leaseDuration));
    Duration lasts =
        leaseDuration == null ? Settings.DEFAULT.defaultLeaseDuration() : leaseDuration;
    boolean usable = lasts.compareTo(Limits.MIN_LEASE_DURATION) >= 0;
    return transport
        .send(usable ? call.atMost(lasts.dividedBy(3)) : call)
        .read(ExtendResultJson.LIST);
  }

  /// If this client is closed, the server stops waiting and answers without jobs. That answer says
  /// nothing about the queue, so this throws [Code#CLOSED].
  private List<Lease> leaseOnce(LeaseRequest request) {
    HttpCall call =
        HttpCall.post("/v1/leases?encoding=base64", LeaseRequestJson.DOCUMENT, request)
            .withHeader("Accept", ACCEPT)
            .waiting(request.patience().isNegative() ? Duration.ZERO : request.patience());
    CallAnswer answer = transport.send(call, new UntilInterrupted(this::release));
    List<Lease> leases = answer.read(WorkBytes::readLeases, LeaseJson.LIST);
    if (answer.isBytes()) {
      settling.serverTakesBytes();
    }
    if (leases.isEmpty()) {
      transport.checkOpen();
    }
    return leases;
  }

  /// Releases jobs that arrive after the caller was interrupted. They return to their place in the
  /// queue, and the attempt does not count.
  private void release(Payload body) {
    try {
      List<Lease> leases = new CallAnswer(body, false).read(WorkBytes::readLeases, LeaseJson.LIST);
      if (!leases.isEmpty()) {
        settling.settle(Settlement.releases(leases));
      }
    } catch (WaybillException failed) {
      if (failed.code() != Code.CLOSED) {
        LOG.log(System.Logger.Level.WARNING, "cannot release leased jobs", failed);
      }
    }
  }
}
