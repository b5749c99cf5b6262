package dev.waybill.server.http.api;

import dev.waybill.wire.json.JsonOut;
import java.util.List;
import java.util.Set;

/// The headers that the OpenAPI document describes.
final class DocumentedHeaders {

  private static final Header IDEMPOTENCY_KEY =
      new Header(
          "Idempotency-Key",
          "A key of the caller's choice, up to 256 characters. Repeat the call with the same key to"
              + " get the first answer instead of a second effect.");
  private static final Header LAST_EVENT_ID =
      new Header(
          "Last-Event-ID",
          "The `id` of the last event received, `attempt.sequence`. The stream continues after"
              + " it.");
  private static final Header LOCATION =
      new Header("Location", "The path of the created resource.");
  private static final Header LINK =
      new Header("Location", "The address of the content in the object store.");
  private static final Header REPLAYED =
      new Header("Idempotent-Replayed", "`true` if the job existed before this call.");
  private static final Header RETRY_AFTER =
      new Header("Retry-After", "Seconds to wait before a retry, if a retry can succeed.");

  private static final Set<String> ENQUEUEING =
      Set.of(
          "enqueueJob", "uploadJob", "uploadDocuments", "uploadSessionDocuments", "createDiagram");
  private static final Set<String> IDEMPOTENT =
      Set.of(
          "enqueueJob",
          "uploadJob",
          "uploadDocuments",
          "uploadSessionDocuments",
          "createDiagram",
          "startOperation",
          "runSchedule");
  private static final Set<String> CREATING =
      Set.of(
          "enqueueJob",
          "uploadJob",
          "uploadDocuments",
          "uploadSessionDocuments",
          "createDiagram",
          "createKey",
          "startOperation",
          "createMessage");

  private DocumentedHeaders() {}

  /// One header, whose value is text.
  record Header(String name, String summary) {}

  static List<Header> ofRequest(Route route) {
    String operation = OperationIds.of(route);
    if (IDEMPOTENT.contains(operation)) {
      return List.of(IDEMPOTENCY_KEY);
    }
    return operation.equals("readJobEvents") ? List.of(LAST_EVENT_ID) : List.of();
  }

  static void ofAnswer(JsonOut out, Route route, int status) {
    String operation = OperationIds.of(route);
    if (ENQUEUEING.contains(operation) && status == 200) {
      write(out, List.of(LOCATION, REPLAYED));
    } else if (CREATING.contains(operation) && status / 100 == 2) {
      write(out, List.of(LOCATION));
    } else if (status == 307) {
      write(out, List.of(LINK));
    }
  }

  static void ofProblem(JsonOut out) {
    write(out, List.of(RETRY_AFTER));
  }

  private static void write(JsonOut out, List<Header> headers) {
    out.object(
        "headers",
        names ->
            headers.forEach(
                header ->
                    names.object(
                        header.name(),
                        fields -> {
                          fields.text("description", header.summary());
                          fields.raw("schema", "{\"type\":\"string\"}");
                        })));
  }
}
