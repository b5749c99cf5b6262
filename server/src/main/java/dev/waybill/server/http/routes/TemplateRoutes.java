package dev.waybill.server.http.routes;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.WaybillException;
import dev.waybill.admin.Scope;
import dev.waybill.base.Text;
import dev.waybill.message.Template;
import dev.waybill.message.Templates;
import dev.waybill.server.http.api.Filters;
import dev.waybill.server.http.api.Query;
import dev.waybill.server.http.api.Replies;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.api.RouteCall;
import dev.waybill.wire.message.TemplateJson;
import dev.waybill.wire.message.TemplatePreviewJson;
import java.util.List;
import java.util.Optional;

/// Templates of messages.
final class TemplateRoutes {

  private static final String ONE = "/v1/templates/{name}";
  private static final DefinitionList<Template> BY_NAME =
      DefinitionList.byName(Template::name, TemplateJson.LIST);
  private static final DefinitionList<Template> BY_VERSION =
      new DefinitionList<>(
          template -> Integer.toString(template.version()), Page.BY_NUMBER, TemplateJson.LIST);

  private TemplateRoutes() {}

  static List<Route> routes() {
    return List.of(
        Route.get("/v1/templates", Scope.READ, "List templates", TemplateRoutes::list)
            .asks(Filters.CURSOR, Filters.LIMIT)
            .answers(200, TemplateJson.LIST, "The newest version of each, by name."),
        Route.get(ONE, Scope.READ, "Get a template", TemplateRoutes::show)
            .asks(Route.Parameter.of("version", "The version; default is the newest."))
            .answers(200, TemplateJson.DOCUMENT, "The template."),
        Route.put(ONE, Scope.OPERATE, "Store a version of a template", TemplateRoutes::put)
            .reads(
                TemplateJson.CONTENT,
                """
                {"subject": "Welcome, {{name}}", "text": "Hello {{name}}", \
                "html": "<p>Hello {{name}}</p>", "locales": {"de": {"subject": "Willkommen, \
                {{name}}", "text": "Hallo {{name}}"}}}\
                """)
            .answers(200, TemplateJson.DOCUMENT, "The newest version."),
        Route.delete(ONE, Scope.OPERATE, "Delete a template", TemplateRoutes::delete)
            .answers(200, Replies.DONE, "All versions are deleted."),
        Route.get(
                ONE + "/versions",
                Scope.READ,
                "List the versions of a template",
                TemplateRoutes::versions)
            .asks(Filters.CURSOR, Filters.LIMIT)
            .answers(200, TemplateJson.LIST, "Oldest first."),
        Route.post(ONE + "/preview", Scope.READ, "Preview a template", TemplateRoutes::preview)
            .reads(
                TemplatePreviewJson.DOCUMENT,
                """
                {"locale": "de-AT", "channel": "email", "variables": {"name": "Ada"}}\
                """)
            .answers(200, TemplatePreviewJson.RENDERED, "The result. Nothing is sent."));
  }

  private static Reply list(RouteCall call) {
    return BY_NAME.reply(call, templates(call).list(), List.of());
  }

  private static Reply versions(RouteCall call) {
    List<Template> versions = templates(call).versions(call.value("name"));
    if (versions.isEmpty()) {
      throw noTemplate(call);
    }
    return BY_VERSION.reply(call, versions, List.of());
  }

  private static Reply show(RouteCall call) {
    String name = call.value("name");
    Optional<Integer> version = version(call.query());
    Template found =
        (version.isPresent()
                ? templates(call).find(name, version.get())
                : templates(call).find(name))
            .orElseThrow(() -> noTemplate(call));
    return Reply.json(200, TemplateJson.DOCUMENT, found);
  }

  private static Optional<Integer> version(Query query) {
    int version = query.whole("version", 0);
    return version == 0 ? Optional.empty() : Optional.of(version);
  }

  private static Reply put(RouteCall call) {
    Template newest = templates(call).put(call.value("name"), call.document(TemplateJson.CONTENT));
    return Reply.json(200, TemplateJson.DOCUMENT, newest);
  }

  private static Reply delete(RouteCall call) {
    if (!templates(call).delete(call.value("name"))) {
      throw noTemplate(call);
    }
    return Replies.done();
  }

  private static Reply preview(RouteCall call) {
    TemplatePreviewJson ask =
        call.document(TemplatePreviewJson.DOCUMENT).withName(call.value("name"));
    return Reply.json(
        200, TemplatePreviewJson.RENDERED, templates(call).preview(ask.use(), ask.channel()));
  }

  private static Templates templates(RouteCall call) {
    return call.waybill().templates();
  }

  private static WaybillException noTemplate(RouteCall call) {
    return new WaybillException(
        Code.NOT_FOUND, "there is no template " + Text.quote(call.value("name")));
  }
}
