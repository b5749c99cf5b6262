package dev.waybill.server.http;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.server.auth.Scope;
import dev.waybill.wire.JobJson;
import java.util.List;
import java.util.Map;

/// The bytes of a job as they are, without a document around them.
final class JobDataRoutes {

  private static final String BYTES = "application/octet-stream";
  private static final String JSON = "application/json";

  private JobDataRoutes() {}

  static List<Route> routes() {
    return List.of(
        Route.get(
                "/v1/jobs/{id}/payload", Scope.READ, "Download its payload", JobDataRoutes::payload)
            .answers(200, BYTES, null, "The bytes as they were enqueued, if they are not JSON.")
            .answers(200, JSON, null, "The bytes as they were enqueued, if they are JSON."),
        Route.get("/v1/jobs/{id}/result", Scope.READ, "Download its result", JobDataRoutes::result)
            .answers(200, BYTES, null, "The bytes as the worker gave them, if they are not JSON.")
            .answers(200, JSON, null, "The bytes as the worker gave them, if they are JSON."));
  }

  private static Reply payload(Call call) {
    return bytes(job(call).payload());
  }

  private static Reply result(Call call) {
    Job job = job(call);
    return bytes(
        job.result()
            .orElseThrow(
                () -> new WaybillException(Code.NOT_FOUND, "job " + job.id() + " has no result")));
  }

  private static Job job(Call call) {
    JobId id = call.job();
    return call.waybill()
        .find(id)
        .orElseThrow(() -> new WaybillException(Code.NOT_FOUND, "there is no job " + id));
  }

  /// Read once: large ones are not kept in memory.
  private static Reply bytes(Payload payload) {
    Payload loaded = Payload.wrap(payload.bytesWithoutCopy());
    String type = JobJson.isJson(loaded) ? JSON : BYTES;
    return new Reply.Document(200, type, loaded, Map.of("Content-Disposition", "attachment"));
  }
}
