package dev.waybill.server.http.routes;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.admin.Scope;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.api.RouteCall;
import dev.waybill.wire.job.JobJson;
import dev.waybill.wire.json.Shape;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Downloads the payload or result of a job, without an envelope.
final class JobDataRoutes {

  private static final String JSON = "application/json";
  private static final Duration LINK_LIFE = Duration.ofMinutes(15);

  private JobDataRoutes() {}

  /// Larger content is not parsed, so its type is not JSON.
  private static final int LOOKED_INTO = 1 << 20;

  static List<Route> routes() {
    return List.of(
        download(
            "payload",
            "Download the payload of a job",
            call -> new Download(job(call).payload(), "payload")),
        download("result", "Download the result of a job", JobDataRoutes::result));
  }

  /// The content of a download.
  ///
  /// @param version distinguishes it from earlier content at the same path
  private record Download(Payload bytes, String version) {}

  private static Route download(String what, String summary, Function<RouteCall, Download> find) {
    return Route.get(
            "/v1/jobs/{id}/" + what, Scope.READ, summary, call -> reply(call, find.apply(call)))
        .asks(
            Route.Parameter.of(
                "link",
                Shape.Scalar.FLAG,
                "`true` to be redirected to a signed link of the object store, which is valid for"
                    + " 15 minutes and needs no credentials. Small content is returned itself."))
        .answers(
            200, Route.BYTES, null, "The stored bytes, if they are not JSON or larger than 1 MiB.")
        .answers(200, JSON, null, "The stored bytes, if they are JSON.")
        .answers(206, Route.BYTES, null, "The range in `Range`.")
        .answers(307, Route.BYTES, null, "With `link=true`: the link is in `Location`.");
  }

  private static Download result(RouteCall call) {
    Job job = job(call);
    Payload result =
        job.result()
            .orElseThrow(
                () -> new WaybillException(Code.NOT_FOUND, "job " + job.id() + " has no result"));
    return new Download(result, "result-" + job.attempt());
  }

  private static Job job(RouteCall call) {
    JobId id = call.job();
    return call.waybill()
        .find(id)
        .orElseThrow(() -> new WaybillException(Code.NOT_FOUND, "there is no job " + id));
  }

  private static Reply reply(RouteCall call, Download download) {
    Payload bytes = download.bytes();
    if (call.query().flag("link", false) && bytes.blob() != null) {
      return redirected(bytes);
    }
    return Downloads.reply(call, bytes, mediaType(bytes), call.job() + "-" + download.version());
  }

  private static Reply redirected(Payload bytes) {
    URI link =
        bytes
            .link(LINK_LIFE)
            .orElseThrow(
                () ->
                    new WaybillException(
                        Code.UNSUPPORTED,
                        "this store has no links to its content; download it without link=true"));
    return new Reply.Document(
        307,
        Route.BYTES,
        Payload.empty(),
        Map.of("Location", link.toString(), "Cache-Control", "no-store"));
  }

  private static String mediaType(Payload bytes) {
    return bytes.size() <= LOOKED_INTO && JobJson.isJson(bytes) ? JSON : Route.BYTES;
  }
}
