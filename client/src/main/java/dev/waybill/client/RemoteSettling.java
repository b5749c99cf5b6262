package dev.waybill.client;

import dev.waybill.Code;
import dev.waybill.NewEvent;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.Settlement;
import dev.waybill.TaskToken;
import dev.waybill.WaybillException;
import dev.waybill.client.call.CallAnswer;
import dev.waybill.client.call.HttpCall;
import dev.waybill.client.call.HttpTransport;
import dev.waybill.client.call.RefusedCall;
import dev.waybill.client.call.SplitCalls;
import dev.waybill.result.PublishResult;
import dev.waybill.result.Published;
import dev.waybill.result.Refused;
import dev.waybill.result.SettleResult;
import dev.waybill.result.Settled;
import dev.waybill.settings.Limits;
import dev.waybill.wire.job.AttemptEventsJson;
import dev.waybill.wire.job.PublishResultJson;
import dev.waybill.wire.job.SettleResultJson;
import dev.waybill.wire.job.SettlementJson;
import dev.waybill.wire.job.WorkBytes;
import java.util.List;

/// Settles attempts and publishes their events.
final class RemoteSettling {

  private static final String SETTLE = "/v1/leases/settle";
  private static final int UNSUPPORTED_MEDIA_TYPE = 415;
  private static final long ITEM_BYTES = 1_024;

  private final HttpTransport transport;
  private final SplitCalls<Settlement, SettleResult> settlements =
      new SplitCalls<>(RemoteSettling::size, refused -> refused);
  private final SplitCalls<NewEvent, PublishResult> events =
      new SplitCalls<>(RemoteSettling::size, refused -> refused);
  private volatile boolean takesBytes;

  RemoteSettling(HttpTransport transport) {
    this.transport = transport;
  }

  List<SettleResult> settle(List<Settlement> all) {
    checkCount(all.size());
    return settlements.send(all, this::settlePart);
  }

  /// Sends many events in parts. Events that were stored before a refusal stay stored.
  PublishResult publish(TaskToken token, List<NewEvent> all) {
    check("events", all.size(), Limits.EVENTS_PER_CALL);
    List<List<NewEvent>> parts = all.isEmpty() ? List.of(all) : events.split(NewEvent.inOrder(all));
    Published sum = new Published(0, 0);
    for (List<NewEvent> part : parts) {
      switch (publishPart(token, part)) {
        case Refused refused -> {
          return refused;
        }
        case Published(int added, int repeated) ->
            sum = new Published(sum.added() + added, sum.repeated() + repeated);
      }
    }
    return sum;
  }

  static void checkCount(int count) {
    check("leases", count, Limits.LEASES_PER_CALL);
  }

  private static void check(String what, int count, int most) {
    if (count > most) {
      throw new WaybillException(
          Code.TOO_MANY_ITEMS, what + ": at most " + most + " at once, got " + count);
    }
  }

  /// Called when the server answered leases in the work format: it accepts outcomes in that format,
  /// too.
  void serverTakesBytes() {
    takesBytes = true;
  }

  private List<SettleResult> settlePart(List<Settlement> some) {
    CallAnswer answer = takesBytes ? sendBytes(some) : sendJson(some);
    List<SettleResult> results = answer.read(WorkBytes::readResults, SettleResultJson.LIST);
    return answer.repeated() ? results.stream().map(RemoteSettling::explained).toList() : results;
  }

  /// There may be servers of several versions behind one address.
  private CallAnswer sendBytes(List<Settlement> some) {
    HttpCall call = HttpCall.post(SETTLE, Payload.wrap(WorkBytes.settlements(some)));
    try {
      return transport.send(
          call.withHeader("Content-Type", WorkBytes.MEDIA_TYPE)
              .withHeader("Accept", RemoteLeasing.ACCEPT));
    } catch (RefusedCall refused) {
      if (refused.problem().status() != UNSUPPORTED_MEDIA_TYPE) {
        throw refused;
      }
      takesBytes = false;
      return sendJson(some);
    }
  }

  private CallAnswer sendJson(List<Settlement> some) {
    return transport.send(HttpCall.post(SETTLE, SettlementJson.LIST, some));
  }

  /// The answer to an earlier try was lost. If that try was accepted, the repetition is refused
  /// because the lease is gone. Either way the worker has nothing left to do.
  private static SettleResult explained(SettleResult result) {
    return switch (result) {
      case Settled settled -> settled;
      case Refused(Code code, String detail, _) when code == Code.LEASE_LOST ->
          new Refused(
              code,
              detail + "; or an earlier try of this call was accepted and its answer was lost");
      case Refused refused -> refused;
    };
  }

  private PublishResult publishPart(TaskToken token, List<NewEvent> some) {
    HttpCall call =
        HttpCall.post(
            "/v1/leases/events", AttemptEventsJson.DOCUMENT, new AttemptEventsJson(token, some));
    try {
      return transport.send(call).read(PublishResultJson.DOCUMENT);
    } catch (RefusedCall refused) {
      return refused.orThrow(Code.INVALID_TOKEN, Code.LEASE_LOST);
    }
  }

  private static long size(Settlement settlement) {
    return ITEM_BYTES
        + switch (settlement.outcome()) {
          case Outcome.Done done -> SplitCalls.base64(done.result().size());
          case Outcome.Retry retry -> size(retry.failure());
          case Outcome.Fail fail -> size(fail.failure());
          case Outcome.Reject reject -> size(reject.failure());
          case Outcome.Snooze _, Outcome.Release _ -> 0;
        };
  }

  private static long size(dev.waybill.Failure failure) {
    return (long) failure.message().length() + failure.stack().length();
  }

  private static long size(NewEvent event) {
    return ITEM_BYTES + SplitCalls.base64(event.data().size());
  }
}
