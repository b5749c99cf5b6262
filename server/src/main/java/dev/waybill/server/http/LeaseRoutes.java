package dev.waybill.server.http;

import static dev.waybill.wire.Shape.Scalar.SPAN;
import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.optional;
import static dev.waybill.wire.Shape.required;

import dev.waybill.Code;
import dev.waybill.ExtendResult;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.Limits;
import dev.waybill.NewEvent;
import dev.waybill.Outcome;
import dev.waybill.Published;
import dev.waybill.Refused;
import dev.waybill.SettleResult;
import dev.waybill.Settlement;
import dev.waybill.TaskToken;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.server.auth.Scope;
import dev.waybill.wire.ExtendResultJson;
import dev.waybill.wire.JsonIn;
import dev.waybill.wire.LeaseJson;
import dev.waybill.wire.LeaseRequestJson;
import dev.waybill.wire.NewEventJson;
import dev.waybill.wire.PublishResultJson;
import dev.waybill.wire.SettleResultJson;
import dev.waybill.wire.SettlementJson;
import dev.waybill.wire.Shape;
import dev.waybill.wire.WorkBytes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a worker needs.
final class LeaseRoutes {

  private static final Shape LEASES =
      Shape.of(
          "Leases",
          "Jobs, each under a lease of its own.",
          required("leases", new Shape.Items(new Shape.Part(LeaseJson.SHAPE)), "May be empty."));
  private static final Shape EXTEND =
      Shape.of(
          "Extend",
          "Leases to hold for longer.",
          required("tokens", new Shape.Items(TEXT), "The tokens of the leases."),
          optional("hold", SPAN, "How long from now; as set for the queue, else PT30S."));
  private static final Shape EXTENDED = results("ExtendResults", ExtendResultJson.SHAPE);
  private static final Shape SETTLE =
      Shape.of(
          "Settle",
          "Attempts that have ended.",
          required(
              "settlements", new Shape.Items(new Shape.Part(SettlementJson.SHAPE)), "Up to 1000."));
  private static final Shape SETTLED = results("SettleResults", SettleResultJson.SHAPE);
  private static final Shape PUBLISH =
      Shape.of(
          "Publish",
          "Events of one attempt.",
          required("token", TEXT, "The token of the lease."),
          required("events", new Shape.Items(new Shape.Part(NewEventJson.SHAPE)), "Up to 1000."));

  private final Waits waits;

  LeaseRoutes(Waits waits) {
    this.waits = waits;
  }

  private static Shape results(String name, Shape item) {
    return Shape.of(
        name,
        "One answer per item, in order.",
        required("results", new Shape.Items(new Shape.Part(item)), "The answers."));
  }

  List<Route> routes() {
    return List.of(
        Route.post("/v1/leases", Scope.WORK, "Take jobs, waiting while there are none", this::lease)
            .asks(Filters.ENCODING)
            .reads(
                LeaseRequestJson.SHAPE,
                """
                {"queue": "mails", "worker": "worker-1", "max": 10, "hold": "30s", \
                "wait": "20s"}""")
            .answers(200, LEASES, "What came in time.")
            .answers(200, WorkBytes.MEDIA_TYPE, null, "The same as bytes."),
        Route.post("/v1/leases/extend", Scope.WORK, "Hold leases for longer", this::extend)
            .reads(EXTEND, "{\"tokens\": [\"AQE...\"], \"hold\": \"30s\"}")
            .answers(200, EXTENDED, "Item by item."),
        Route.post("/v1/leases/settle", Scope.WORK, "End attempts", LeaseRoutes::settle)
            .reads(
                SETTLE,
                """
                {"settlements": [{"token": "AQE...", "outcome": {"done": {"result": 42}}}, \
                {"token": "AQE...", "outcome": {"retry": {"failure": {"message": "no"}}}}]}""")
            .reads(Route.Body.WORK)
            .answers(200, SETTLED, "Item by item.")
            .answers(200, WorkBytes.MEDIA_TYPE, null, "The same as bytes."),
        Route.post("/v1/leases/events", Scope.WORK, "Publish events", LeaseRoutes::publish)
            .reads(
                PUBLISH,
                """
                {"token": "AQE...", "events": [{"sequence": 1, "type": "progress", \
                "data": {"percent": 50}}]}""")
            .answers(200, PublishResultJson.SHAPE, "The events are durable."));
  }

  private Reply lease(Call call) {
    LeaseRequest request = call.document(LeaseRequestJson::read);
    List<Lease> leases = take(call, request);
    Exchange exchange = call.exchange();
    if (exchange.isGone()) {
      giveBack(call.waybill(), leases);
    } else if (!leases.isEmpty()) {
      exchange.ifUndelivered(() -> giveBack(call.waybill(), leases));
    }
    return call.wants(WorkBytes.MEDIA_TYPE)
        ? Reply.bytes(WorkBytes.MEDIA_TYPE, WorkBytes.leases(leases))
        : Reply.json(
            200, call.query().encoding(), out -> out.objects("leases", leases, LeaseJson::write));
  }

  private List<Lease> take(Call call, LeaseRequest request) {
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

  /// Nobody will hear of these leases: the jobs go back to the front, and it counts as nothing.
  private static void giveBack(Waybill waybill, List<Lease> leases) {
    if (!leases.isEmpty()) {
      waybill.settle(
          leases.stream()
              .map(lease -> new Settlement(lease.token(), new Outcome.Release()))
              .toList());
    }
  }

  private Reply extend(Call call) {
    var found =
        new Object() {
          List<TaskToken> tokens = List.of();
          @Nullable Duration hold;
        };
    call.document(
        in -> {
          in.object(
              EXTEND,
              field -> {
                if (field.equals("tokens")) {
                  found.tokens = in.list(Limits.LEASES_PER_CALL, () -> token(in));
                } else {
                  found.hold = in.span();
                }
              });
          return found;
        });
    List<ExtendResult> results = call.waybill().extend(found.tokens, found.hold);
    return Reply.json(200, out -> out.objects("results", results, ExtendResultJson::write));
  }

  private static Reply settle(Call call) {
    List<Settlement> settlements =
        call.sends(WorkBytes.MEDIA_TYPE)
            ? WorkBytes.readSettlements(call.body().bytesWithoutCopy())
            : call.document(LeaseRoutes::readSettlements);
    List<SettleResult> results = call.waybill().settle(settlements);
    return call.wants(WorkBytes.MEDIA_TYPE)
        ? Reply.bytes(WorkBytes.MEDIA_TYPE, WorkBytes.results(results))
        : Reply.json(200, out -> out.objects("results", results, SettleResultJson::write));
  }

  private static List<Settlement> readSettlements(JsonIn in) {
    List<Settlement> all = new ArrayList<>();
    in.object(
        SETTLE, _ -> all.addAll(in.list(Limits.LEASES_PER_CALL, () -> SettlementJson.read(in))));
    return all;
  }

  private static Reply publish(Call call) {
    var found =
        new Object() {
          TaskToken token = new TaskToken("");
          List<NewEvent> events = List.of();
        };
    call.document(
        in -> {
          in.object(
              PUBLISH,
              field -> {
                if (field.equals("token")) {
                  found.token = token(in);
                } else {
                  found.events = in.list(Limits.EVENTS_PER_CALL, () -> NewEventJson.read(in));
                }
              });
          return found;
        });
    return switch (call.waybill().publish(found.token, found.events)) {
      case Refused refused -> throw refused.asException();
      case Published published -> Reply.json(200, out -> PublishResultJson.write(out, published));
    };
  }

  private static TaskToken token(JsonIn in) {
    return new TaskToken(in.text());
  }
}
