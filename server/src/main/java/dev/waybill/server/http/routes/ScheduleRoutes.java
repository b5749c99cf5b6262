package dev.waybill.server.http.routes;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.WaybillException;
import dev.waybill.admin.Scope;
import dev.waybill.base.Text;
import dev.waybill.schedule.DefinedSchedule;
import dev.waybill.schedule.Firing;
import dev.waybill.schedule.Schedule;
import dev.waybill.schedule.ScheduleLimits;
import dev.waybill.schedule.ScheduleStatus;
import dev.waybill.schedule.Schedules;
import dev.waybill.schedule.Upcoming;
import dev.waybill.server.http.api.Filters;
import dev.waybill.server.http.api.Replies;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.api.RouteCall;
import dev.waybill.server.http.connection.HttpAdmission;
import dev.waybill.wire.json.Shape;
import dev.waybill.wire.schedule.DefinedScheduleJson;
import dev.waybill.wire.schedule.FiringJson;
import dev.waybill.wire.schedule.ScheduleJson;
import dev.waybill.wire.schedule.ScheduleStatusJson;
import dev.waybill.wire.schedule.UpcomingJson;
import java.time.Instant;
import java.util.List;
import java.util.function.BiFunction;

/// Schedules.
final class ScheduleRoutes {

  private static final String ALL = "/v1/schedules";
  private static final String ONE = ALL + "/{name}";
  private static final String EXAMPLE =
      """
      {"cron": "30 9 * * MON-FRI", "zone": "Europe/Lisbon", \
      "action": {"job": {"type": "report", "queue": "reports", "payload": {"kind": "daily"}}}, \
      "overlap": "skip"}\
      """;
  private static final Route.Parameter FROM =
      Route.Parameter.of(
          "from", Shape.Scalar.TIME, "List firings after this time; the default is now.");
  private static final Route.Parameter COUNT =
      Route.Parameter.of(
          "count", Shape.Scalar.WHOLE, "Maximum number of firings, 1 to 1000; the default is 10.");
  private static final String STANDS = "The schedule and its status.";

  private ScheduleRoutes() {}

  static List<Route> routes() {
    return List.of(
        Route.get(ALL, Scope.READ, "List schedules", ScheduleRoutes::list)
            .asks(Filters.CURSOR, Filters.LIMIT, Filters.ENCODING)
            .answers(200, DefinedScheduleJson.PAGE, "By name."),
        Route.post(
                ALL + "/preview",
                Scope.READ,
                "Preview when a schedule would fire",
                ScheduleRoutes::preview)
            .asks(FROM, COUNT)
            .reads(ScheduleJson.PREVIEW, EXAMPLE)
            .answers(200, UpcomingJson.LIST, "The next firings. Nothing is stored."),
        Route.get(ONE, Scope.READ, "Get a schedule", ScheduleRoutes::show)
            .asks(Filters.ENCODING)
            .answers(200, ScheduleStatusJson.DOCUMENT, STANDS),
        Route.put(
                ONE,
                Scope.OPERATE,
                "Create or update a schedule; also needs `produce`",
                ScheduleRoutes::put)
            .asks(Filters.ENCODING)
            .reads(ScheduleJson.DEFINITION, EXAMPLE)
            .answers(200, ScheduleStatusJson.DOCUMENT, STANDS),
        Route.delete(ONE, Scope.OPERATE, "Delete a schedule", ScheduleRoutes::delete)
            .answers(200, Replies.DONE, "The schedule is deleted; jobs that it started continue."),
        change("pause", "Pause a schedule", Schedules::pause),
        change("resume", "Fire again", Schedules::resume),
        Route.post(
                ONE + "/run",
                Scope.OPERATE,
                "Fire a schedule now; also needs `produce`",
                ScheduleRoutes::run)
            .answers(
                200,
                FiringJson.DOCUMENT,
                "The started jobs. Calls with the same `Idempotency-Key` are one run."),
        Route.get(
                ONE + "/history",
                Scope.READ,
                "List the firings of a schedule",
                ScheduleRoutes::history)
            .asks(Filters.CURSOR, Filters.LIMIT)
            .answers(200, FiringJson.PAGE, "Newest first."));
  }

  private static Route change(
      String verb, String summary, BiFunction<Schedules, String, ScheduleStatus> action) {
    return Route.post(
            ONE + "/" + verb,
            Scope.OPERATE,
            summary,
            call -> stands(call, action.apply(call.waybill().schedules(), call.value("name"))))
        .asks(Filters.ENCODING)
        .answers(200, ScheduleStatusJson.DOCUMENT, STANDS);
  }

  private static Reply list(RouteCall call) {
    Page<DefinedSchedule> page = call.waybill().schedules().list(Filters.page(call.query()));
    return Reply.json(200, call.query().encoding(), DefinedScheduleJson.PAGE, page);
  }

  private static Reply preview(RouteCall call) {
    Schedule wanted = call.document(ScheduleJson.PREVIEW);
    Instant from = call.query().time("from").orElse(null);
    int count = call.query().whole("count", ScheduleLimits.UPCOMING);
    List<Upcoming> upcoming = call.waybill().schedules().preview(wanted, from, count);
    return Reply.json(200, UpcomingJson.LIST, upcoming);
  }

  private static Reply show(RouteCall call) {
    String name = call.value("name");
    return stands(call, call.waybill().schedules().find(name).orElseThrow(() -> noSchedule(name)));
  }

  /// Also requires `produce`, because a schedule produces jobs and events.
  private static Reply put(RouteCall call) {
    HttpAdmission.checkScope(call.caller(), Scope.PRODUCE);
    String name = call.value("name");
    Schedule wanted = call.document(ScheduleJson.DEFINITION).withName(name);
    return stands(call, call.waybill().schedules().put(wanted));
  }

  private static Reply delete(RouteCall call) {
    String name = call.value("name");
    if (!call.waybill().schedules().delete(name)) {
      throw noSchedule(name);
    }
    return Replies.done();
  }

  private static Reply run(RouteCall call) {
    HttpAdmission.checkScope(call.caller(), Scope.PRODUCE);
    Firing firing =
        call.waybill().schedules().runNow(call.value("name"), InProgress.keyOf(call).orElse(null));
    return Reply.json(200, FiringJson.DOCUMENT, firing);
  }

  private static Reply history(RouteCall call) {
    Page<Firing> page =
        call.waybill().schedules().history(call.value("name"), Filters.page(call.query()));
    return Reply.json(200, FiringJson.PAGE, page);
  }

  private static Reply stands(RouteCall call, ScheduleStatus status) {
    return Reply.json(200, call.query().encoding(), ScheduleStatusJson.DOCUMENT, status);
  }

  private static WaybillException noSchedule(String name) {
    return new WaybillException(Code.NOT_FOUND, "there is no schedule " + Text.quote(name));
  }
}
