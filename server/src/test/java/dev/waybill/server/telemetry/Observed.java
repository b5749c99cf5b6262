package dev.waybill.server.telemetry;

import dev.waybill.server.Service;
import dev.waybill.server.config.ConfigReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A complete service on free ports, and a plain HTTP client.
final class Observed implements AutoCloseable {

  final Service service;
  private final HttpClient client = HttpClient.newHttpClient();

  Observed(Path folder) {
    Map<String, String> flags =
        Map.of("store.path", folder.toString(), "server.port", "0", "server.grpc_port", "0");
    service = Service.start(ConfigReader.read(null, Map.of(), flags), Map.of());
  }

  String get(String path, String... headers) {
    return send(request(path, headers)).body();
  }

  String post(String path, String json, String... headers) {
    return send(request(path, headers).POST(BodyPublishers.ofString(json))).body();
  }

  String send(String method, String path, String json) {
    return send(request(path).method(method, BodyPublishers.ofString(json))).body();
  }

  /// The value of a text field anywhere in a document.
  static String field(String json, String name) {
    Matcher found = Pattern.compile("\"" + name + "\":\"([^\"]+)\"").matcher(json);
    if (!found.find()) {
      throw new AssertionError("no " + name + " in " + json);
    }
    return found.group(1);
  }

  private HttpRequest.Builder request(String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(service.httpAddress() + path))
            .header("Content-Type", "application/json");
    return headers.length == 0 ? request : request.headers(headers);
  }

  private HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
    service.close();
  }
}
