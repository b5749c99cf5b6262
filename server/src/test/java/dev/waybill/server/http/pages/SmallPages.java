package dev.waybill.server.http.pages;

import dev.waybill.Payload;
import java.util.Optional;

/// The pages of a console that has a start page, a long script and an icon.
public final class SmallPages implements StaticPages {

  static final String SCRIPT = "export const words = 1;\n".repeat(200);

  @Override
  public Optional<StaticFile> find(String path) {
    return switch (path) {
      case "assets/1/app.js" ->
          Optional.of(new StaticFile("text/javascript", Payload.of(SCRIPT), "\"script\"", true));
      case "assets/1/icon.png" ->
          Optional.of(new StaticFile("image/png", Payload.of("png"), "\"icon\"", true));
      case String missing when missing.startsWith("assets/") -> Optional.empty();
      case String _ ->
          Optional.of(
              new StaticFile(
                  "text/html; charset=utf-8", Payload.of("<title>start</title>"), "\"1\"", false));
    };
  }
}
