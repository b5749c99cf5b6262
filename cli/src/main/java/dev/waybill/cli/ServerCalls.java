package dev.waybill.cli;

import dev.waybill.Code;
import dev.waybill.TrustedCertificates;
import dev.waybill.WaybillException;
import dev.waybill.wire.Document;
import dev.waybill.wire.Problem;
import dev.waybill.wire.ProblemJson;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What only operators ask of a server: not part of the interface that programs use. Each call is
/// made once.
///
/// @param key the API key, or null to come without one
/// @param ca a PEM file of who vouches for the server; null for whom the JVM trusts
record ServerCalls(URI address, @Nullable String key, @Nullable Path ca) {

  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration ANSWER = Duration.ofSeconds(30);

  <T> T get(String path, Document<T> answer) {
    return send("GET", path, BodyPublishers.noBody(), answer);
  }

  <S, T> T post(String path, Document<S> sent, S value, Document<T> answer) {
    return send("POST", path, BodyPublishers.ofByteArray(sent.bytes(value)), answer);
  }

  <T> T post(String path, Document<T> answer) {
    return send("POST", path, BodyPublishers.noBody(), answer);
  }

  private <T> T send(String method, String path, BodyPublisher body, Document<T> answer) {
    URI target = URI.create(address.toString().replaceFirst("/+$", "") + path);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(target).timeout(ANSWER).header("Content-Type", "application/json");
    if (key != null) {
      request.header("Authorization", "Bearer " + key);
    }
    try (HttpClient http = client(ca)) {
      return read(
          http.send(request.method(method, body).build(), BodyHandlers.ofByteArray()), answer);
    } catch (IOException unreachable) {
      throw new WaybillException(
          Code.CLOSED, "cannot reach " + address + ": " + unreachable.getMessage(), unreachable);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new WaybillException(Code.INTERRUPTED, "interrupted while waiting for the server");
    }
  }

  static HttpClient client(@Nullable Path ca) {
    HttpClient.Builder client = HttpClient.newBuilder().connectTimeout(CONNECT);
    return (ca == null ? client : client.sslContext(new TrustedCertificates(ca).context())).build();
  }

  private static <T> T read(HttpResponse<byte[]> response, Document<T> answer) {
    if (response.statusCode() / 100 == 2) {
      return answer.readAnswer(response.body());
    }
    throw refusal(problem(response));
  }

  /// A proxy in between may say something of its own.
  private static Problem problem(HttpResponse<byte[]> response) {
    try {
      return ProblemJson.DOCUMENT.readAnswer(response.body());
    } catch (WaybillException foreign) {
      int status = response.statusCode();
      String from = "an answer that is not from Waybill, from " + response.uri();
      return new Problem(status, "http_" + status, from, "", false, List.of());
    }
  }

  /// A code that only HTTP has is said in the text.
  private static WaybillException refusal(Problem problem) {
    String name = problem.code().toUpperCase(Locale.ROOT);
    return Stream.of(Code.values())
        .filter(code -> code.name().equals(name))
        .findFirst()
        .map(code -> new WaybillException(code, problem.detail()))
        .orElseGet(
            () ->
                new WaybillException(
                    Code.INVALID_ARGUMENT, problem.code() + ": " + problem.detail()));
  }
}
