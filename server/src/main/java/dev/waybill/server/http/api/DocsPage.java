package dev.waybill.server.http.api;

import dev.waybill.wire.json.Shape;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// A page that describes routes, for people: plain HTML without scripts or external resources.
public final class DocsPage {

  /// Allows inline styles and nothing else.
  public static final Map<String, String> HEADERS =
      Map.of("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'");

  private static final String HEAD =
      """
      <!doctype html><html lang="en"><meta charset="utf-8"><title>Waybill: HTTP API</title>
      <meta name="viewport" content="width=device-width">
      <style>
      body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
      code,pre{font-family:ui-monospace,monospace;background:#8882;border-radius:.3rem}
      code{padding:.1rem .3rem}pre{padding:.6rem;overflow:auto}table{border-collapse:collapse}
      td,th{text-align:left;vertical-align:top;padding:.2rem .8rem .2rem 0}
      h2{margin-top:2.5rem;font-size:1.1rem}:root{color-scheme:light dark}
      </style>
      <h1>Waybill: HTTP API</h1>
      <p>Made from the table of routes of this server. For programs: <a href="/openapi.json">\
      openapi.json</a>.</p>
      """;

  private DocsPage() {}

  public static String of(List<Route> routes) {
    String calls = routes.stream().map(DocsPage::route).collect(Collectors.joining());
    String shapes =
        DocumentSchemas.of(routes).values().stream()
            .map(DocsPage::shape)
            .collect(Collectors.joining());
    return HEAD + calls + "<h1>Documents</h1>" + shapes;
  }

  private static String route(Route route) {
    StringBuilder page = new StringBuilder();
    page.append(
        "<h2><code>%s %s</code></h2>".formatted(route.method(), escape(route.path().text())));
    page.append("<p>").append(escape(route.summary())).append('.');
    if (route.scope() != null) {
      page.append(" Requires the scope <code>").append(route.scope().wire()).append("</code>");
      if (route.also() != null) {
        page.append(" or <code>").append(route.also().wire()).append("</code>");
      }
      page.append('.');
    }
    page.append("</p>");
    page.append(
        table(
            route.query().stream()
                .map(parameter -> row("?" + parameter.name(), parameter.summary()))
                .toList()));
    if (route.request() != null && route.example() != null) {
      page.append("<p>Reads ").append(link(route.request())).append(":</p><pre>");
      page.append(escape(route.example())).append("</pre>");
    }
    page.append(table(route.answers().stream().map(DocsPage::answer).toList()));
    return page.toString();
  }

  private static String answer(Route.Answer answer) {
    String document = answer.shape() == null ? answer.mediaType() : link(answer.shape());
    return "<tr><td>%d<td>%s<td>%s".formatted(answer.status(), document, escape(answer.summary()));
  }

  private static String shape(Shape shape) {
    List<String> rows =
        shape.fields().stream()
            .map(
                field ->
                    "<tr><td><code>%s</code>%s<td>%s<td>%s"
                        .formatted(
                            field.name(),
                            field.required() ? " *" : "",
                            kind(field.kind()),
                            escape(field.summary())))
            .toList();
    return "<h2 id=\"%s\">%s</h2><p>%s</p>%s"
        .formatted(shape.name(), shape.name(), escape(shape.summary()), table(rows));
  }

  private static String kind(Shape.Kind kind) {
    return switch (kind) {
      case Shape.Scalar scalar -> scalar.name().toLowerCase(java.util.Locale.ROOT);
      case Shape.Words(List<String> words) -> String.join(" | ", words);
      case Shape.Items(Shape.Kind item) -> "list of " + kind(item);
      case Shape.Entries(Shape.Kind value) -> "names with " + kind(value);
      case Shape.Part(Shape shape) -> link(shape);
      case Shape.OrNull(Shape.Kind value) -> kind(value) + " or null";
    };
  }

  private static String link(Shape shape) {
    return "<a href=\"#%s\">%s</a>".formatted(shape.name(), shape.name());
  }

  private static String row(String name, String summary) {
    return "<tr><td><code>%s</code><td>%s".formatted(name, escape(summary));
  }

  private static String table(List<String> rows) {
    return rows.isEmpty() ? "" : "<table>" + String.join("", rows) + "</table>";
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replaceAll("`([^`]*)`", "<code>$1</code>");
  }
}
