package dev.waybill.server.http;

import dev.waybill.Waybill;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Started by hand: how many calls a second 64 connections get answered, of a call that does
/// nothing and of those that do something.
final class LoadMain {

  private static final int CONNECTIONS = 64;
  private static final long SECONDS = 8;
  private static final String JOB = "{\"type\":\"t\",\"queue\":\"q\",\"payload\":{\"n\":12345}}";

  private LoadMain() {}

  public static void main(String[] args) throws Exception {
    Path folder = Files.createTempDirectory("waybill-load");
    try (Running running = Running.over(Waybill.open(folder), HttpLimits.DEFAULT)) {
      HttpRequest livez = HttpRequest.newBuilder(running.address("/livez")).build();
      HttpRequest job =
          Running.posting(HttpRequest.newBuilder(running.address("/v1/jobs")), JOB).build();
      String jobs = IntStream.range(0, 100).mapToObj(_ -> JOB).collect(Collectors.joining(","));
      HttpRequest batch =
          Running.posting(
                  HttpRequest.newBuilder(running.address("/v1/jobs/batch")),
                  "{\"jobs\":[" + jobs + "]}")
              .build();
      perSecond(livez, SECONDS / 2);
      perSecond(job, SECONDS / 2);
      for (int round = 0; round < 2; round++) {
        double empty = perSecond(livez, SECONDS);
        double one = perSecond(job, SECONDS);
        double many = perSecond(batch, SECONDS) * 100;
        System.out.printf(
            Locale.ROOT,
            "GET /livez %.0f/s, POST /v1/jobs %.0f/s (%.0f %%), jobs in batches of 100 %.0f/s%n",
            empty,
            one,
            100 * one / empty,
            many);
      }
    }
  }

  private static double perSecond(HttpRequest request, long seconds) throws Exception {
    AtomicLong answered = new AtomicLong();
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    List<Thread> callers = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      callers.add(Thread.startVirtualThread(() -> call(request, end, answered)));
    }
    for (Thread caller : callers) {
      caller.join();
    }
    return (double) answered.get() / seconds;
  }

  private static void call(HttpRequest request, long end, AtomicLong answered) {
    try (HttpClient client = HttpClient.newBuilder().executor(Thread::startVirtualThread).build()) {
      while (System.nanoTime() < end) {
        int status = client.send(request, BodyHandlers.discarding()).statusCode();
        if (status >= 300) {
          throw new AssertionError("status " + status);
        }
        answered.incrementAndGet();
      }
    } catch (Exception failed) {
      throw new AssertionError(failed);
    }
  }
}
