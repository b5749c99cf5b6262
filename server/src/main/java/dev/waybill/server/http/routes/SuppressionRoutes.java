package dev.waybill.server.http.routes;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.WaybillException;
import dev.waybill.admin.Scope;
import dev.waybill.message.Suppression;
import dev.waybill.message.Suppressions;
import dev.waybill.server.http.api.Filters;
import dev.waybill.server.http.api.Replies;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.api.RouteCall;
import dev.waybill.server.http.connection.StreamWriter;
import dev.waybill.settings.Limits;
import dev.waybill.wire.message.SuppressionFile;
import dev.waybill.wire.message.SuppressionImportJson;
import dev.waybill.wire.message.SuppressionJson;
import dev.waybill.wire.message.SuppressionJson.Recipient;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The recipients that get no messages. Addresses are in bodies only: paths are often logged.
final class SuppressionRoutes {

  private static final String ALL = "/v1/suppressions";
  private static final String RECIPIENT =
      "{\"channel\": \"email\", \"recipient\": \"ada@example.org\"}";

  private SuppressionRoutes() {}

  static List<Route> routes() {
    return List.of(
        Route.post(ALL, Scope.OPERATE, "Suppress a recipient", SuppressionRoutes::add)
            .reads(SuppressionJson.NEW, RECIPIENT)
            .answers(200, SuppressionJson.DOCUMENT, "The recipient gets no messages."),
        Route.post(
                ALL + "/batch", Scope.OPERATE, "Suppress many recipients", SuppressionRoutes::many)
            .reads(SuppressionJson.NEW_LIST, "{\"suppressions\": [" + RECIPIENT + "]}")
            .answers(200, SuppressionJson.RESULTS, "One result per recipient."),
        Route.get(ALL, Scope.READ, "List suppressed recipients", SuppressionRoutes::list)
            .asks(Filters.CURSOR, Filters.LIMIT)
            .answers(200, SuppressionJson.PAGE, "In the order in which they were first added."),
        Route.get(
                ALL + "/export",
                Scope.READ,
                "Download the suppressed recipients",
                SuppressionRoutes::download)
            .asks(Route.Parameter.of("format", "`ndjson` (default) or `csv`."))
            .answers(200, SuppressionFile.NDJSON, null, "One recipient per line.")
            .answers(200, SuppressionFile.CSV, null, "The same as CSV, with a heading."),
        Route.post(
                ALL + "/import",
                Scope.OPERATE,
                "Suppress the recipients of a file",
                SuppressionRoutes::upload)
            .reads(Route.Body.LINES)
            .answers(
                200, SuppressionImportJson.DOCUMENT, "Valid lines are added, others are named."),
        Route.post(ALL + "/find", Scope.READ, "Find a recipient", SuppressionRoutes::find)
            .reads(SuppressionJson.RECIPIENT, RECIPIENT)
            .answers(200, SuppressionJson.DOCUMENT, "Why the recipient gets no messages."),
        Route.post(ALL + "/remove", Scope.OPERATE, "Remove a recipient", SuppressionRoutes::remove)
            .reads(SuppressionJson.RECIPIENT, RECIPIENT)
            .answers(200, Replies.DONE, "The recipient gets messages again."));
  }

  private static Reply add(RouteCall call) {
    Suppression added = suppressions(call).add(call.document(SuppressionJson.NEW));
    return Reply.json(200, SuppressionJson.DOCUMENT, added);
  }

  private static Reply many(RouteCall call) {
    return Reply.json(
        200,
        SuppressionJson.RESULTS,
        suppressions(call).addAll(call.document(SuppressionJson.NEW_LIST)));
  }

  private static Reply list(RouteCall call) {
    return Reply.json(
        200, SuppressionJson.PAGE, suppressions(call).list(Filters.page(call.query())));
  }

  private static Reply download(RouteCall call) {
    String format = call.query().text("format").orElse("ndjson");
    Suppressions all = suppressions(call);
    return switch (format) {
      case "ndjson" ->
          new Reply.Stream(SuppressionFile.NDJSON, to -> write(all, SuppressionFile::json, to));
      case "csv" ->
          new Reply.Stream(
              SuppressionFile.CSV,
              to -> {
                to.write(line(SuppressionFile.HEADING));
                write(all, SuppressionFile::csv, to);
              });
      case String _ ->
          throw new WaybillException(Code.INVALID_ARGUMENT, "format must be ndjson or csv");
    };
  }

  /// Page by page; stops when the client has gone.
  private static void write(
      Suppressions all, Function<Suppression, String> format, StreamWriter to) {
    Page.Request next = Page.Request.first(Limits.PAGE_SIZE);
    boolean more = true;
    while (more) {
      Page<Suppression> page = all.list(next);
      String lines = page.items().stream().map(format).collect(Collectors.joining("\n"));
      String cursor = page.nextCursor();
      more = (page.items().isEmpty() || to.write(line(lines))) && cursor != null;
      next = cursor == null ? next : next.next(cursor);
    }
  }

  private static byte[] line(String text) {
    return (text + '\n').getBytes(StandardCharsets.UTF_8);
  }

  private static Reply upload(RouteCall call) {
    return Reply.json(
        200,
        SuppressionImportJson.DOCUMENT,
        SuppressionFile.read(call.body().bytesWithoutCopy(), suppressions(call)::addAll));
  }

  private static Reply find(RouteCall call) {
    Recipient one = call.document(SuppressionJson.RECIPIENT);
    return Reply.json(
        200,
        SuppressionJson.DOCUMENT,
        suppressions(call)
            .find(one.channel(), one.recipient())
            .orElseThrow(SuppressionRoutes::notSuppressed));
  }

  private static Reply remove(RouteCall call) {
    Recipient one = call.document(SuppressionJson.RECIPIENT);
    if (!suppressions(call).remove(one.channel(), one.recipient())) {
      throw notSuppressed();
    }
    return Replies.done();
  }

  private static Suppressions suppressions(RouteCall call) {
    return call.waybill().suppressions();
  }

  private static WaybillException notSuppressed() {
    return new WaybillException(Code.NOT_FOUND, "the recipient is not suppressed");
  }
}
