package dev.waybill.server.http.routes;

import dev.waybill.Attempt;
import dev.waybill.Code;
import dev.waybill.EventCursor;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.Page;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.admin.Scope;
import dev.waybill.result.ChangeResult;
import dev.waybill.result.Changed;
import dev.waybill.result.Refused;
import dev.waybill.server.auth.Waits;
import dev.waybill.server.http.api.Filters;
import dev.waybill.server.http.api.Query;
import dev.waybill.server.http.api.Replies;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.api.RouteCall;
import dev.waybill.server.http.connection.DelayedTasks;
import dev.waybill.server.http.connection.HttpWaits;
import dev.waybill.settings.Limits;
import dev.waybill.wire.job.AttemptJson;
import dev.waybill.wire.job.JobJson;
import dev.waybill.wire.json.Shape;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.BiFunction;

/// Reads jobs and changes single ones.
final class JobRoutes {

  /// After all possible events: following from here waits only for the end of the job.
  private static final EventCursor AFTER_ALL = new EventCursor(Integer.MAX_VALUE, Long.MAX_VALUE);

  private final HttpWaits waits;
  private final DelayedTasks ticker;

  JobRoutes(HttpWaits waits, DelayedTasks ticker) {
    this.waits = waits;
    this.ticker = ticker;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/jobs", Scope.READ, "List jobs, newest first", call -> list(call, false))
            .asks(Filters.LIST)
            .asks(Filters.STATE)
            .answers(200, JobJson.PAGE, "A page of jobs."),
        Route.get("/v1/dead", Scope.READ, "List dead letters", call -> list(call, true))
            .asks(Filters.LIST)
            .answers(200, JobJson.PAGE, "A page of dead jobs."),
        show("/v1/jobs/{id}", "Get a job"),
        show("/jobs/{id}", "Get a job (another path)"),
        Route.get(
                "/v1/jobs/{id}/attempts",
                Scope.READ,
                "List the attempts of a job",
                JobRoutes::attempts)
            .answers(200, AttemptJson.LIST, "Every attempt, oldest first."),
        Route.delete(
                "/v1/jobs/{id}", Scope.OPERATE, "Delete a job with its data", JobRoutes::delete)
            .answers(
                200,
                Replies.DONE,
                "The job, its payload, result, attempts and events are deleted."),
        change("cancel", "Cancel a job", Waybill::cancel),
        change("retry", "Run a finished job again, or a scheduled one now", Waybill::retry),
        change("redrive", "Run a dead job again", Waybill::redrive));
  }

  private Route show(String path, String summary) {
    return Route.get(path, Scope.READ, summary, this::show)
        .asks(
            Route.Parameter.of(
                "wait",
                Shape.Scalar.SPAN,
                "Wait up to this long, at most 1m, for the job to finish."),
            Filters.ENCODING)
        .answers(200, JobJson.DOCUMENT, "The job.");
  }

  private static Route change(
      String verb, String summary, BiFunction<Waybill, JobId, ChangeResult> action) {
    return Route.post(
            "/v1/jobs/{id}/" + verb,
            Scope.OPERATE,
            summary,
            call -> changed(call, action.apply(call.waybill(), call.job())))
        .asks(Filters.ENCODING)
        .answers(200, JobJson.DOCUMENT, "The job right after the change.");
  }

  private static Reply changed(RouteCall call, ChangeResult result) {
    return switch (result) {
      case Refused refused -> throw refused.asException();
      case Changed(Job job) -> shown(call, job);
    };
  }

  private static Reply list(RouteCall call, boolean deadOnly) {
    JobFilter asked = Filters.of(call.query());
    JobFilter filter = deadOnly ? asked.withStates(State.DEAD) : asked;
    Page<Job> page = call.waybill().list(filter, Filters.page(call.query()));
    return Reply.json(200, call.query().encoding(), JobJson.PAGE, page);
  }

  private Reply show(RouteCall call) {
    Duration wait = call.query().span("wait").orElse(Duration.ZERO);
    if (wait.isNegative() || wait.compareTo(Limits.MAX_WAIT) > 0) {
      throw Query.wrong("wait", "invalid_value", "must be 0s to " + Limits.MAX_WAIT);
    }
    Job job = find(call);
    if (!wait.isZero() && !job.state().isTerminal()) {
      awaitEnd(call, wait);
      job = find(call);
    }
    return shown(call, job);
  }

  private void awaitEnd(RouteCall call, Duration longest) {
    try (Waits.Wait wait = waits.begin(call.exchange())) {
      Future<?> enough = ticker.after(longest, wait::end);
      try {
        call.waybill().follow(call.job(), AFTER_ALL).forEach(_ -> {});
      } finally {
        enough.cancel(false);
      }
    } catch (WaybillException ended) {
      if (ended.code() != Code.INTERRUPTED) {
        throw ended;
      }
    }
  }

  private static Job find(RouteCall call) {
    JobId id = call.job();
    return call.waybill()
        .find(id)
        .orElseThrow(() -> new WaybillException(Code.NOT_FOUND, "there is no job " + id));
  }

  private static Reply shown(RouteCall call, Job job) {
    return Reply.json(200, call.query().encoding(), JobJson.DOCUMENT, job);
  }

  private static Reply delete(RouteCall call) {
    call.waybill().delete(call.job());
    return Replies.done();
  }

  private static Reply attempts(RouteCall call) {
    List<Attempt> attempts = call.waybill().attempts(call.job());
    return Reply.json(200, AttemptJson.LIST, attempts);
  }
}
