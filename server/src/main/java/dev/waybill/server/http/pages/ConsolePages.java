package dev.waybill.server.http.pages;

import dev.waybill.Payload;
import dev.waybill.server.http.api.HttpCode;
import dev.waybill.server.http.api.HttpRefusal;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.RouteCall;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/// Serves the web console at `/console/`. Its pages are public: they hold no data, and get it from
/// the API with the access of their user.
public final class ConsolePages {

  static final String ROOT = "/console/";

  /// Only files of this server, no inline scripts, and no frames of other sites.
  static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; font-src 'self'; form-action 'self';"
          + " base-uri 'none'; frame-ancestors 'none'";

  /// Sent with every page.
  public static final Map<String, String> HEADERS =
      Map.of(
          "Content-Security-Policy",
          POLICY,
          "Referrer-Policy",
          "no-referrer",
          "Cross-Origin-Opener-Policy",
          "same-origin",
          "Cross-Origin-Resource-Policy",
          "same-origin");

  private static final String FOREVER = "public, max-age=31536000, immutable";
  private static final String ASK_AGAIN = "no-cache";
  private static final int LONGEST = 2_048;

  private final @Nullable StaticPages pages;
  private final ZippedFiles zipped = new ZippedFiles();

  private ConsolePages(@Nullable StaticPages pages) {
    this.pages = pages;
  }

  public static ConsolePages none() {
    return new ConsolePages(null);
  }

  /// The pages on the class path, if there are any.
  public static ConsolePages load(boolean isEnabled) {
    return isEnabled
        ? new ConsolePages(ServiceLoader.load(StaticPages.class).findFirst().orElse(null))
        : none();
  }

  public boolean isServed() {
    return pages != null;
  }

  /// The answer to a call; empty if its path does not belong to the console.
  public Optional<Reply> answer(String method, String path, RouteCall.Headers headers) {
    if (pages == null || !isPage(path)) {
      return Optional.empty();
    }
    if (!method.equals("GET") && !method.equals("HEAD")) {
      throw new HttpRefusal(
          HttpCode.METHOD_NOT_ALLOWED,
          "this path supports GET and HEAD",
          Map.of("Allow", "GET, HEAD"));
    }
    return Optional.of(
        path.startsWith(ROOT)
            ? file(pages, path.substring(ROOT.length()), headers)
            : redirect(ROOT));
  }

  private static boolean isPage(String path) {
    return path.equals("/") || path.equals("/console") || path.startsWith(ROOT);
  }

  public static Reply.Document redirect(String to) {
    return new Reply.Document(302, "text/plain", Payload.empty(), Map.of("Location", to));
  }

  private Reply.Document file(StaticPages from, String path, RouteCall.Headers headers) {
    return Optional.of(path)
        .filter(ConsolePages::isSafe)
        .flatMap(from::find)
        .map(file -> sent(file, headers))
        .orElseThrow(() -> new HttpRefusal(HttpCode.NO_SUCH_ROUTE, "the console has no such file"));
  }

  private static boolean isSafe(String path) {
    return path.length() <= LONGEST && !path.contains("..") && !path.contains("\\");
  }

  private Reply.Document sent(StaticFile file, RouteCall.Headers headers) {
    boolean isZipped = zipped.isWorth(file) && acceptsGzip(headers);
    String etag = isZipped ? ZippedFiles.etag(file) : file.etag();
    Map<String, String> about = new HashMap<>(HEADERS);
    about.put("ETag", etag);
    about.put("Cache-Control", file.isCacheable() ? FOREVER : ASK_AGAIN);
    about.put("Vary", "Accept-Encoding");
    if (isKnown(etag, headers)) {
      return new Reply.Document(304, file.mediaType(), Payload.empty(), about);
    }
    if (isZipped) {
      about.put("Content-Encoding", "gzip");
    }
    Payload content = isZipped ? zipped.of(file) : file.content();
    return new Reply.Document(200, file.mediaType(), content, about);
  }

  private static boolean acceptsGzip(RouteCall.Headers headers) {
    return words(headers, "Accept-Encoding").stream()
        .anyMatch(coding -> coding.matches("gzip(\\s*;\\s*q=(1(\\.0*)?|0?\\.\\d*[1-9]\\d*))?"));
  }

  private static boolean isKnown(String etag, RouteCall.Headers headers) {
    return words(headers, "If-None-Match").stream()
        .anyMatch(known -> known.equals("*") || known.replaceFirst("^W/", "").equals(etag));
  }

  private static List<String> words(RouteCall.Headers headers, String name) {
    return List.of(headers.get(name).orElse("").split("\\s*,\\s*", -1));
  }
}
