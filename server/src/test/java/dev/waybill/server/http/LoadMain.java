package dev.waybill.server.http;

import dev.waybill.NewJob;
import dev.waybill.Waybill;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Started by hand: how many calls a second 64 connections get answered, of a call that does
/// nothing and of those that do something. The client is as bare as can be, so that the server is
/// what is measured.
final class LoadMain {

  private static final int CONNECTIONS = 64;
  private static final long SECONDS = 8;
  private static final String JOB = "{\"type\":\"t\",\"queue\":\"q\",\"payload\":{\"n\":12345}}";
  private static final String LENGTH = "content-length: ";

  private LoadMain() {}

  public static void main(String[] args) throws Exception {
    Path folder = Files.createTempDirectory("waybill-load");
    try (Running running = Running.over(Waybill.open(folder), HttpLimits.DEFAULT)) {
      String jobs = IntStream.range(0, 100).mapToObj(_ -> JOB).collect(Collectors.joining(","));
      byte[] livez = bytes("GET /livez HTTP/1.1\r\nHost: x\r\n\r\n");
      byte[] job = post("/v1/jobs", JOB);
      byte[] batch = post("/v1/jobs/batch", "{\"jobs\":[" + jobs + "]}");
      NewJob newJob = NewJob.builder("t").queue("q").payload("{\"n\":12345}").build();
      List<NewJob> newJobs = Collections.nCopies(100, newJob);
      perSecond(running, livez);
      perSecond(running, job);
      System.out.printf(
          Locale.ROOT,
          "in process: enqueue %.0f/s, jobs in batches of 100 %.0f/s%n",
          perSecond(() -> running.waybill().enqueue(newJob)),
          100 * perSecond(() -> running.waybill().enqueueAll(newJobs)));
      for (int round = 0; round < 3; round++) {
        double empty = perSecond(running, livez);
        double one = perSecond(running, job);
        double many = 100 * perSecond(running, batch);
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

  private static byte[] post(String path, String json) {
    return bytes(
        "POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(path, json.length(), json));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static double perSecond(Runnable call) throws InterruptedException {
    return perSecond(
        (end, answered) -> {
          while (System.nanoTime() < end) {
            call.run();
            answered.incrementAndGet();
          }
        });
  }

  private static double perSecond(Running running, byte[] request) throws InterruptedException {
    return perSecond((end, answered) -> call(running, request, end, answered));
  }

  private interface Caller {
    void callUntil(long end, AtomicLong answered);
  }

  private static double perSecond(Caller caller) throws InterruptedException {
    AtomicLong answered = new AtomicLong();
    long end = System.nanoTime() + SECONDS * 1_000_000_000L;
    List<Thread> callers = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      callers.add(Thread.startVirtualThread(() -> caller.callUntil(end, answered)));
    }
    for (Thread thread : callers) {
      thread.join();
    }
    return (double) answered.get() / SECONDS;
  }

  private static void call(Running running, byte[] request, long end, AtomicLong answered) {
    try (Socket socket = running.connect()) {
      InputStream in = new BufferedInputStream(socket.getInputStream(), 16_384);
      while (System.nanoTime() < end) {
        socket.getOutputStream().write(request);
        readAnswer(in);
        answered.incrementAndGet();
      }
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private static void readAnswer(InputStream in) throws IOException {
    String status = line(in);
    if (!status.startsWith("HTTP/1.1 2")) {
      throw new IOException(status);
    }
    int length = 0;
    for (String header = line(in); !header.isEmpty(); header = line(in)) {
      if (header.regionMatches(true, 0, LENGTH, 0, LENGTH.length())) {
        length = Integer.parseInt(header.substring(LENGTH.length()));
      }
    }
    in.skipNBytes(length);
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new IOException("closed");
      }
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }
}
