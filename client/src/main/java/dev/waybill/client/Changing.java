package dev.waybill.client;

import dev.waybill.BulkResult;
import dev.waybill.ChangeResult;
import dev.waybill.Changed;
import dev.waybill.Code;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.WaybillException;
import dev.waybill.wire.JobFilterJson;
import dev.waybill.wire.JobJson;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/// Cancels, retries and redrives, one job or all that match.
final class Changing {

  private static final long FIRST_LOOK = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long LAST_LOOK = TimeUnit.SECONDS.toNanos(1);

  private final Transport transport;

  Changing(Transport transport) {
    this.transport = transport;
  }

  /// Sent again only if it was not heard: after a change that was heard, the same change may be
  /// another one.
  ChangeResult change(String verb, JobId id) {
    Call call = Call.post(Paths.job(id, "/" + verb + "?encoding=base64")).onlyOnce();
    try {
      return new Changed(transport.send(call).read(JobJson::read));
    } catch (RefusedCall refused) {
      return refused.orThrow(Code.NOT_FOUND, Code.WRONG_STATE);
    }
  }

  /// Sent again only if it was not heard: otherwise it may be refused because it was done before.
  void delete(JobId id) {
    transport.send(Call.delete(Paths.job(id, "")).onlyOnce());
  }

  /// Runs on the server and is watched from here. A server that starts anew forgets it; then what
  /// is left is asked for once more.
  BulkResult changeAll(String action, JobFilter filter) {
    String key = UUID.randomUUID().toString();
    BulkResult before = new BulkResult(0, 0);
    while (true) {
      OperationState last = start(action, filter, key);
      try {
        return sum(before, watch(last));
      } catch (Forgotten forgotten) {
        before = sum(before, forgotten.last);
      }
    }
  }

  private OperationState start(String action, JobFilter filter, String key) {
    Call call =
        Call.post(
            "/v1/operations",
            out -> {
              out.text("action", action);
              out.object("filter", fields -> JobFilterJson.write(fields, filter));
            });
    return transport.send(call.withKey(key)).read(OperationState::read);
  }

  private BulkResult watch(OperationState started) throws Forgotten {
    OperationState now = started;
    long pause = FIRST_LOOK;
    while (now.progress() == OperationState.Progress.RUNNING) {
      transport.pause(pause);
      pause = Math.min(2 * pause, LAST_LOOK);
      now = look(now);
    }
    return switch (now.progress()) {
      case RUNNING, FINISHED -> now.result();
      case CANCELLED ->
          throw new WaybillException(
              Code.CLOSED, "the change was stopped after " + now.result().changed() + " jobs");
      case FAILED -> throw failure(now.problem());
    };
  }

  private OperationState look(OperationState last) throws Forgotten {
    try {
      return transport.send(Call.get(Paths.operation(last.id(), ""))).read(OperationState::read);
    } catch (RefusedCall refused) {
      refused.orThrow(Code.NOT_FOUND);
      throw new Forgotten(last.result());
    }
  }

  private static WaybillException failure(String problem) {
    int colon = problem.indexOf(": ");
    Code code = Problems.code(problem.substring(0, Math.max(0, colon))).orElse(Code.STORE_FAILED);
    return new WaybillException(code, problem.substring(colon < 0 ? 0 : colon + 2));
  }

  private static BulkResult sum(BulkResult a, BulkResult b) {
    return new BulkResult(a.changed() + b.changed(), a.skipped() + b.skipped());
  }

  /// The server does not know the operation any more.
  private static final class Forgotten extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient BulkResult last;

    Forgotten(BulkResult last) {
      super(null, null, false, false);
      this.last = last;
    }
  }
}
