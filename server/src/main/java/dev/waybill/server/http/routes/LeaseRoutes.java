package dev.waybill.server.http.routes;

import dev.waybill.Code;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.Settlement;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.admin.Scope;
import dev.waybill.result.ExtendResult;
import dev.waybill.result.Published;
import dev.waybill.result.Refused;
import dev.waybill.result.SettleResult;
import dev.waybill.server.auth.Waits;
import dev.waybill.server.http.api.Filters;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.api.RouteCall;
import dev.waybill.server.http.connection.Exchange;
import dev.waybill.server.http.connection.HttpWaits;
import dev.waybill.wire.job.AttemptEventsJson;
import dev.waybill.wire.job.ExtendRequestJson;
import dev.waybill.wire.job.ExtendResultJson;
import dev.waybill.wire.job.LeaseJson;
import dev.waybill.wire.job.LeaseRequestJson;
import dev.waybill.wire.job.PublishResultJson;
import dev.waybill.wire.job.SettleResultJson;
import dev.waybill.wire.job.SettlementJson;
import dev.waybill.wire.job.WorkBytes;
import java.util.List;

/// The operations for workers.
final class LeaseRoutes {

  private final HttpWaits waits;

  LeaseRoutes(HttpWaits waits) {
    this.waits = waits;
  }

  List<Route> routes() {
    return List.of(
        Route.post("/v1/leases", Scope.WORK, "Lease jobs; wait while there are none", this::lease)
            .asks(Filters.ENCODING)
            .reads(
                LeaseRequestJson.DOCUMENT,
                """
                {"queue": "mails", "worker": "worker-1", "max": 10, "lease_duration": "30s", \
                "wait": "20s"}\
                """)
            .answers(200, LeaseJson.LIST, "The leased jobs; empty if none was ready in time.")
            .answers(200, WorkBytes.MEDIA_TYPE, null, "The leased jobs in the binary format."),
        Route.post("/v1/leases/extend", Scope.WORK, "Extend leases", this::extend)
            .reads(
                ExtendRequestJson.DOCUMENT,
                "{\"tokens\": [\"AQE...\"], \"lease_duration\": \"30s\"}")
            .answers(200, ExtendResultJson.LIST, "One result per lease, in order."),
        Route.post("/v1/leases/settle", Scope.WORK, "End attempts", LeaseRoutes::settle)
            .reads(
                SettlementJson.LIST,
                """
                {"settlements": [{"token": "AQE...", "outcome": {"done": {"result": 42}}}, \
                {"token": "AQE...", "outcome": {"retry": {"failure": {"message": "no"}}}}]}\
                """)
            .reads(Route.Body.WORK)
            .answers(200, SettleResultJson.LIST, "One result per settlement, in order.")
            .answers(200, WorkBytes.MEDIA_TYPE, null, "The results in the binary format."),
        Route.post("/v1/leases/events", Scope.WORK, "Publish events", LeaseRoutes::publish)
            .reads(
                AttemptEventsJson.DOCUMENT,
                """
                {"token": "AQE...", "events": [{"sequence": 1, "type": "progress", \
                "data": {"percent": 50}}]}\
                """)
            .answers(200, PublishResultJson.DOCUMENT, "The events are durable."));
  }

  private Reply lease(RouteCall call) {
    LeaseRequest request = call.document(LeaseRequestJson.DOCUMENT);
    List<Lease> leases = take(call, request);
    Exchange exchange = call.exchange();
    if (exchange.isGone()) {
      giveBack(call.waybill(), leases);
    } else if (!leases.isEmpty()) {
      exchange.ifUndelivered(() -> giveBack(call.waybill(), leases));
    }
    return call.wants(WorkBytes.MEDIA_TYPE)
        ? Reply.bytes(WorkBytes.MEDIA_TYPE, WorkBytes.leases(leases))
        : Reply.json(200, call.query().encoding(), LeaseJson.LIST, leases);
  }

  private List<Lease> take(RouteCall call, LeaseRequest request) {
    if (request.patience().isZero()) {
      return call.waybill().lease(request);
    }
    try (Waits.Wait _ = waits.begin(call.exchange())) {
      return call.waybill().lease(request);
    } catch (WaybillException ended) {
      if (ended.code() != Code.INTERRUPTED) {
        throw ended;
      }
      return List.of();
    }
  }

  /// The client did not get these leases: release the jobs.
  private static void giveBack(Waybill waybill, List<Lease> leases) {
    if (!leases.isEmpty()) {
      waybill.settle(Settlement.releases(leases));
    }
  }

  private Reply extend(RouteCall call) {
    ExtendRequestJson asked = call.document(ExtendRequestJson.DOCUMENT);
    List<ExtendResult> results = call.waybill().extend(asked.tokens(), asked.leaseDuration());
    return Reply.json(200, ExtendResultJson.LIST, results);
  }

  private static Reply settle(RouteCall call) {
    List<Settlement> settlements =
        call.sends(WorkBytes.MEDIA_TYPE)
            ? WorkBytes.readSettlements(call.body().bytesWithoutCopy())
            : call.document(SettlementJson.LIST);
    List<SettleResult> results = call.waybill().settle(settlements);
    return call.wants(WorkBytes.MEDIA_TYPE)
        ? Reply.bytes(WorkBytes.MEDIA_TYPE, WorkBytes.results(results))
        : Reply.json(200, SettleResultJson.LIST, results);
  }

  private static Reply publish(RouteCall call) {
    AttemptEventsJson said = call.document(AttemptEventsJson.DOCUMENT);
    return switch (call.waybill().publish(said.token(), said.events())) {
      case Refused refused -> throw refused.asException();
      case Published published -> Reply.json(200, PublishResultJson.DOCUMENT, published);
    };
  }
}
