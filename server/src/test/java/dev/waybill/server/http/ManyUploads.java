package dev.waybill.server.http;

import dev.waybill.server.http.api.HttpLimits;
import dev.waybill.settings.Settings;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/// A process with a server that receives 8 concurrent uploads of 32 MiB and prints the answers.
final class ManyUploads {

  private static final int SIZE = 32 * 1024 * 1024;

  private ManyUploads() {}

  public static void main(String[] arguments) {
    Settings settings = Settings.DEFAULT.withMaxPayloadBytes(SIZE);
    try (Running running = Running.in(Path.of(arguments[0]), HttpLimits.DEFAULT, settings);
        HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(running.address("/v1/jobs/upload?type=t"))
              .header("Content-Type", "application/octet-stream")
              .POST(
                  BodyPublishers.fromPublisher(
                      BodyPublishers.ofInputStream(ManyUploads::zeros), SIZE))
              .build();
      List<CompletableFuture<HttpResponse<Void>>> uploads =
          IntStream.range(0, 8)
              .mapToObj(_ -> client.sendAsync(request, BodyHandlers.discarding()))
              .toList();
      System.out.println(uploads.stream().map(one -> one.join().statusCode()).toList());
    }
  }

  private static InputStream zeros() {
    return new InputStream() {
      private int left = SIZE;

      @Override
      public int read() {
        return left-- > 0 ? 0 : -1;
      }

      @Override
      public int read(byte[] into, int from, int length) {
        int read = Math.min(length, left);
        left -= read;
        return read == 0 ? -1 : read;
      }
    };
  }
}
