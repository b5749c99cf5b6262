package dev.waybill.client;

import dev.waybill.Code;
import dev.waybill.JobAction;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.WaybillException;
import dev.waybill.base.Backoff;
import dev.waybill.client.call.HttpCall;
import dev.waybill.client.call.HttpTransport;
import dev.waybill.client.call.Problems;
import dev.waybill.client.call.RefusedCall;
import dev.waybill.result.BulkResult;
import dev.waybill.result.ChangeResult;
import dev.waybill.result.Changed;
import dev.waybill.wire.job.JobJson;
import dev.waybill.wire.job.OperationJson;
import dev.waybill.wire.job.OperationRequestJson;
import java.time.Duration;
import java.util.UUID;

/// Cancels, retries, redrives and deletes jobs.
final class RemoteChanging {

  private static final Duration FIRST_POLL = Duration.ofMillis(10);
  private static final Duration LAST_POLL = Duration.ofSeconds(1);

  private final HttpTransport transport;

  RemoteChanging(HttpTransport transport) {
    this.transport = transport;
  }

  /// Repeated only if the server did not receive it: the first call may have been applied, and a
  /// second one could change the job again.
  ChangeResult change(JobAction action, JobId id) {
    HttpCall call =
        HttpCall.post(Paths.job(id, "/" + action.wire() + "?encoding=base64")).onlyOnce();
    try {
      return new Changed(transport.send(call).read(JobJson.DOCUMENT));
    } catch (RefusedCall refused) {
      return refused.orThrow(Code.NOT_FOUND, Code.WRONG_STATE);
    }
  }

  /// Repeated only if the server did not receive it: otherwise the repetition may be refused
  /// because the job is gone.
  void delete(JobId id) {
    transport.send(HttpCall.delete(Paths.job(id, "")).onlyOnce());
  }

  /// Starts an operation on the server and polls it. If the server restarts and has lost the
  /// operation, starts another one for the remaining jobs.
  BulkResult changeAll(JobAction action, JobFilter filter) {
    String key = UUID.randomUUID().toString();
    BulkResult before = new BulkResult(0, 0);
    while (true) {
      OperationJson last = start(action, filter, key);
      try {
        return sum(before, watch(last));
      } catch (OperationLost lost) {
        before = sum(before, lost.last);
      }
    }
  }

  private OperationJson start(JobAction action, JobFilter filter, String key) {
    HttpCall call =
        HttpCall.post(
            "/v1/operations",
            OperationRequestJson.DOCUMENT,
            new OperationRequestJson(action, filter, false, null));
    return transport.send(call.withKey(key)).read(OperationJson.DOCUMENT);
  }

  private BulkResult watch(OperationJson started) throws OperationLost {
    OperationJson now = started;
    Backoff pauses = new Backoff(FIRST_POLL, LAST_POLL);
    while (now.state() == OperationJson.Progress.RUNNING) {
      transport.pause(pauses.nextNanos());
      now = poll(now);
    }
    return switch (now.state()) {
      case RUNNING, FINISHED -> result(now);
      case CANCELLED ->
          throw new WaybillException(
              Code.CLOSED, "the change was stopped after " + now.counts().changed() + " jobs");
      case FAILED -> throw failure(String.valueOf(now.problem()));
    };
  }

  private OperationJson poll(OperationJson last) throws OperationLost {
    try {
      return transport
          .send(HttpCall.get(Paths.operation(last.id(), "")))
          .read(OperationJson.DOCUMENT);
    } catch (RefusedCall refused) {
      refused.orThrow(Code.NOT_FOUND);
      throw new OperationLost(result(last));
    }
  }

  private static WaybillException failure(String problem) {
    int colon = problem.indexOf(": ");
    Code code = Problems.code(problem.substring(0, Math.max(0, colon))).orElse(Code.STORE_FAILED);
    return new WaybillException(code, problem.substring(colon < 0 ? 0 : colon + 2));
  }

  private static BulkResult result(OperationJson operation) {
    return new BulkResult(operation.counts().changed(), operation.counts().skipped());
  }

  private static BulkResult sum(BulkResult a, BulkResult b) {
    return new BulkResult(a.changed() + b.changed(), a.skipped() + b.skipped());
  }

  /// The server no longer knows the operation.
  private static final class OperationLost extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient BulkResult last;

    OperationLost(BulkResult last) {
      super(null, null, false, false);
      this.last = last;
    }
  }
}
