package dev.waybill.server.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A stream of events, read line by line.
final class Lines implements AutoCloseable {

  private final HttpClient client = HttpClient.newHttpClient();
  private final HttpResponse<InputStream> response;
  private final BufferedReader reader;

  private Lines(Running running, String path, String... headers) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(running.address(path)).headers(headers).build();
    response = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
    reader = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
  }

  static Lines sse(Running running, String path, String... headers) throws Exception {
    List<String> all = new ArrayList<>(List.of("Accept", "text/event-stream"));
    all.addAll(List.of(headers));
    return new Lines(running, path, all.toArray(String[]::new));
  }

  static Lines ndjson(Running running, String path) throws Exception {
    return new Lines(running, path, "Accept", "application/x-ndjson");
  }

  HttpResponse<InputStream> response() {
    return response;
  }

  /// The rest of the next line with this prefix; empty if the stream ends first.
  String next(String beginning) throws IOException {
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      if (line.startsWith(beginning)) {
        return line.substring(beginning.length());
      }
    }
    return "";
  }

  /// All remaining lines.
  List<String> rest() {
    return reader.lines().toList();
  }

  @Override
  public void close() throws IOException {
    client.shutdownNow();
    reader.close();
  }
}
