package dev.waybill.console;

import dev.waybill.Payload;
import dev.waybill.server.http.pages.StaticFile;
import dev.waybill.server.http.pages.StaticPages;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The files of the console, held in memory. Files below `assets/` have the hash of all of them in
/// their path, so browsers keep them for ever; every other path is a page of the client and answers
/// the start page, which names that hash.
public final class ConsoleFiles implements StaticPages {

  private static final String ASSETS = "assets/";
  private static final String START_PAGE = "index.html";
  private static final String VERSION = "@version@";

  private final Map<String, StaticFile> assets = new HashMap<>();
  private final StaticFile startPage;

  public ConsoleFiles() {
    Map<String, byte[]> resources = ResourceFolder.console();
    String version = Hash.of(resources);
    resources.forEach(
        (name, bytes) -> {
          if (name.startsWith(ASSETS)) {
            String path = ASSETS + version + "/" + name.substring(ASSETS.length());
            assets.put(path, file(name, bytes, true));
          }
        });
    String page = new String(resources.get(START_PAGE), StandardCharsets.UTF_8);
    startPage =
        file(START_PAGE, page.replace(VERSION, version).getBytes(StandardCharsets.UTF_8), false);
  }

  @Override
  public Optional<StaticFile> find(String path) {
    return path.startsWith(ASSETS) ? Optional.ofNullable(assets.get(path)) : Optional.of(startPage);
  }

  private static StaticFile file(String name, byte[] bytes, boolean isCacheable) {
    String etag = '"' + Hash.of(Map.of(name, bytes)) + '"';
    return new StaticFile(mediaType(name), Payload.wrap(bytes), etag, isCacheable);
  }

  private static String mediaType(String name) {
    String ending = name.substring(name.lastIndexOf('.') + 1);
    return switch (ending) {
      case "html" -> "text/html; charset=utf-8";
      case "css" -> "text/css; charset=utf-8";
      case "js" -> "text/javascript; charset=utf-8";
      case "svg" -> "image/svg+xml";
      default -> throw new IllegalStateException("no media type for " + name);
    };
  }
}
