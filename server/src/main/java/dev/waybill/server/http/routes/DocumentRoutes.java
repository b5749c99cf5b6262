package dev.waybill.server.http.routes;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.admin.Scope;
import dev.waybill.base.Text;
import dev.waybill.document.AcceptedUpload;
import dev.waybill.document.Document;
import dev.waybill.document.Documents;
import dev.waybill.document.IngestionMessage;
import dev.waybill.document.NewUpload;
import dev.waybill.documents.upload.DocumentIntake;
import dev.waybill.server.http.api.Filters;
import dev.waybill.server.http.api.HttpCode;
import dev.waybill.server.http.api.HttpRefusal;
import dev.waybill.server.http.api.Replies;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.api.RouteCall;
import dev.waybill.server.telemetry.ObservedCall;
import dev.waybill.settings.Limits;
import dev.waybill.wire.document.AcceptedUploadJson;
import dev.waybill.wire.document.DocumentJson;
import dev.waybill.wire.document.SearchJson;
import dev.waybill.wire.document.UrlUploadJson;
import dev.waybill.wire.json.EnumWords;
import dev.waybill.wire.message.ErasureReceiptJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Uploads documents, shows and deletes them, and searches in them.
final class DocumentRoutes {

  static final Route.Parameter PRIORITY =
      Route.Parameter.of("priority", "`high`, `normal` (default) or `low`.");

  private static final Route.Parameter WEBHOOK =
      Route.Parameter.of(
          "webhook_url",
          "Where a signed webhook is sent when the job has ended; in a JSON body it is a field.");

  private final InProgress inProgress;

  DocumentRoutes(InProgress inProgress) {
    this.inProgress = inProgress;
  }

  List<Route> routes() {
    return List.of(
        upload("/v1/sessions/{session}/documents", "Upload documents"),
        upload("/sessions/{session}/documents", "Upload documents (another path)"),
        Route.get(
                "/v1/sessions/{session}/documents",
                Scope.READ,
                "List the documents of a session",
                DocumentRoutes::list)
            .asks(Filters.CURSOR, Filters.LIMIT)
            .answers(200, DocumentJson.PAGE, "In the order of their uploads."),
        Route.get("/v1/documents", Scope.READ, "List documents", DocumentRoutes::listAll)
            .asks(Filters.CURSOR, Filters.LIMIT)
            .answers(200, DocumentJson.PAGE, "In the order of their uploads."),
        Route.get("/v1/documents/{id}", Scope.READ, "Show a document", DocumentRoutes::show)
            .answers(200, DocumentJson.DOCUMENT, "The document with its state."),
        Route.get(
                "/v1/documents/{id}/content",
                Scope.READ,
                "Download a document",
                DocumentRoutes::content)
            .orFor(Scope.WORK)
            .answers(200, Route.BYTES, null, "The file as it was uploaded.")
            .answers(206, Route.BYTES, null, "The range in `Range`."),
        Route.delete(
                "/v1/documents/{id}", Scope.OPERATE, "Delete a document", DocumentRoutes::delete)
            .answers(200, Replies.DONE, "File, chunks and vectors are deleted."),
        Route.post(
                "/v1/documents/{id}/erase",
                Scope.OPERATE,
                "Delete a document and get a receipt",
                DocumentRoutes::erase)
            .answers(200, ErasureReceiptJson.DOCUMENT, "A signed receipt."),
        Route.post("/v1/search", Scope.READ, "Search in documents", DocumentRoutes::search)
            .reads(
                SearchJson.DOCUMENT,
                "{\"query\": \"When does the contract end?\", \"session_id\": \"s1\", \"limit\":"
                    + " 5}")
            .answers(200, SearchJson.ANSWER, "The best passages first."));
  }

  private Route upload(String path, String summary) {
    return Route.post(path, Scope.PRODUCE, summary, this::upload)
        .reads(Route.Body.FORM)
        .reads(
            UrlUploadJson.DOCUMENT,
            "{\"urls\": [\"https://example.org/guide.pdf\"], \"webhook_url\":"
                + " \"https://example.org/hook\"}")
        .asks(PRIORITY, WEBHOOK)
        .answers(202, AcceptedUploadJson.DOCUMENT, "Files, documents and job are durable.")
        .answers(
            200,
            AcceptedUploadJson.DOCUMENT,
            "The key was used before: this is the earlier upload.");
  }

  private Reply upload(RouteCall call) {
    Optional<String> key = InProgress.keyOf(call);
    NewUpload upload =
        NewUpload.to(call.value("session"))
            .withPriority(priority(call))
            .withRequestId(key.orElse(null))
            .withWebhook(call.query().text(WEBHOOK.name()).orElse(null))
            .withTraceContext(ObservedCall.creationContext(null));
    return inProgress.during(call, key, () -> accepted(upload(call, upload)));
  }

  private static AcceptedUpload upload(RouteCall call, NewUpload upload) {
    String type = call.header("Content-Type").orElse("");
    DocumentIntake intake = call.waybill().service(DocumentIntake.class);
    if (!type.startsWith(FormFiles.MEDIA_TYPE)) {
      UrlUploadJson.UrlUpload asked = call.document(UrlUploadJson.DOCUMENT);
      String webhook = asked.webhookUrl() == null ? upload.webhookUrl() : asked.webhookUrl();
      return intake.uploadFrom(upload.withWebhook(webhook), asked.urls());
    }
    try (InputStream body = call.body().open(0, call.body().size())) {
      AcceptedUpload accepted = intake.upload(upload, FormFiles.of(type, body));
      body.transferTo(OutputStream.nullOutputStream());
      return accepted;
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private static Reply accepted(AcceptedUpload accepted) {
    Map<String, String> headers = new HashMap<>();
    headers.put("Location", "/v1/jobs/" + accepted.jobId());
    if (accepted.duplicate()) {
      headers.put("Idempotent-Replayed", "true");
    }
    return Reply.json(accepted.duplicate() ? 200 : 202, AcceptedUploadJson.DOCUMENT, accepted)
        .with(headers);
  }

  static Priority priority(RouteCall call) {
    String word = call.query().text("priority").orElse("normal");
    return Arrays.stream(Priority.values())
        .filter(one -> EnumWords.of(one).equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new WaybillException(
                    Code.INVALID_ARGUMENT, "priority must be high, normal or low"));
  }

  private static Documents documents(RouteCall call) {
    return call.waybill().documents();
  }

  private static Reply list(RouteCall call) {
    return Reply.json(
        200,
        DocumentJson.PAGE,
        documents(call).list(call.value("session"), Filters.page(call.query())));
  }

  private static Reply listAll(RouteCall call) {
    return Reply.json(
        200, DocumentJson.PAGE, documents(call).list(null, Filters.page(call.query())));
  }

  private static Reply show(RouteCall call) {
    return Reply.json(200, DocumentJson.DOCUMENT, documents(call).get(call.value("id")));
  }

  /// The type is that of any bytes, whatever the file is: a browser must not run it.
  private static Reply content(RouteCall call) {
    Document document = documents(call).get(call.value("id"));
    if (!call.caller().may(Scope.READ) && !isProcessed(call.waybill(), document)) {
      throw new HttpRefusal(
          HttpCode.FORBIDDEN,
          "a key with the scope work downloads the files of running jobs only: lease the job first");
    }
    Payload bytes = documents(call).content(document.id());
    String name = URLEncoder.encode(document.name(), StandardCharsets.UTF_8).replace("+", "%20");
    return Downloads.reply(call, bytes, Route.BYTES, document.content().hash())
        .with(Map.of("Content-Disposition", "attachment; filename*=UTF-8''" + name));
  }

  /// Whether a running job has the document in its payload: the job of its upload, or one that
  /// embeds it again or draws it.
  private static boolean isProcessed(Waybill waybill, Document document) {
    if (isRunning(waybill.find(document.jobId()))) {
      return true;
    }
    JobFilter running = JobFilter.ALL.withQueue(IngestionMessage.QUEUE).withStates(State.RUNNING);
    Page.Request page = Page.Request.first(Limits.PAGE_SIZE);
    return waybill.list(running, page).items().stream()
        .anyMatch(job -> job.request().payload().text().contains(document.id()));
  }

  private static boolean isRunning(Optional<Job> job) {
    return job.filter(found -> found.state() == State.RUNNING).isPresent();
  }

  private static Reply delete(RouteCall call) {
    String id = call.value("id");
    if (!documents(call).delete(id)) {
      throw new WaybillException(Code.NOT_FOUND, "there is no document " + Text.quote(id));
    }
    return Replies.done();
  }

  private static Reply erase(RouteCall call) {
    return Reply.json(200, ErasureReceiptJson.DOCUMENT, documents(call).erase(call.value("id")));
  }

  private static Reply search(RouteCall call) {
    return Reply.json(
        200, SearchJson.ANSWER, documents(call).search(call.document(SearchJson.DOCUMENT)));
  }
}
