package dev.waybill.bench.peer;

import dev.waybill.bench.Plan;
import dev.waybill.bench.ProjectDirectory;
import dev.waybill.bench.measure.Payloads;
import dev.waybill.conformance.LoopbackServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// BullMQ in a process of Node, on the same Redis. `scripts/fetch-bullmq.sh` fetches it.
///
/// @param port of Redis
/// @param modules the directory that it was fetched to
public record BullMq(int port, Path modules) {

  private static final String SCRIPT = "bullmq.cjs";
  private static final String FETCH = "scripts/fetch-bullmq.sh";
  private static final int LATENCY_WORKERS = 10;

  public static BullMq on(int port) {
    return new BullMq(port, fetched());
  }

  /// Fetches it if it is not there yet.
  private static Path fetched() {
    Path root = ProjectDirectory.with(FETCH);
    end(start(null, "bash", root.resolve(FETCH).toString()));
    return root.resolve(".build/tools/bullmq/node_modules");
  }

  /// Jobs per second.
  public double enqueueRate(Plan plan, int callers, int batch) {
    return run(
        batch == 1 ? "callers" : "bulk",
        Map.of(
            "callers",
            callers,
            "batch",
            batch,
            "most",
            plan.most(),
            "seconds",
            plan.window().toSeconds()))[0];
  }

  /// Jobs per second, from the start of the worker to the last handler call.
  public double drainRate(int workers, int jobs) {
    return run("drain", Map.of("workers", workers, "jobs", jobs))[0];
  }

  /// Sorted latencies from the call to the start of the handler, in nanoseconds.
  public long[] latencies(int warmUp, int jobs) {
    double[] ages =
        run(
            "latency",
            Map.of(
                "workers",
                LATENCY_WORKERS,
                "jobs",
                warmUp + jobs,
                "period",
                1_000_000_000L / Plan.LATENCY_RATE));
    return Arrays.stream(ages).skip(warmUp).mapToLong(age -> (long) age).sorted().toArray();
  }

  private double[] run(String task, Map<String, ? extends Number> amount) {
    Map<String, Object> all = new java.util.HashMap<>(amount);
    all.put("filler", Payloads.stamped().substring(Payloads.STAMP));
    String plan = JsonMapper.shared().writeValueAsString(all);
    String said =
        end(start(modules, "node", script().toString(), task, String.valueOf(port), plan));
    String last = said.lines().reduce((_, line) -> line).orElseThrow();
    return JsonMapper.shared().readValue(last, double[].class);
  }

  private static Path script() {
    try (InputStream in = Objects.requireNonNull(BullMq.class.getResourceAsStream(SCRIPT))) {
      Path script = LoopbackServer.temporaryFolder("waybill-bullmq").resolve(SCRIPT);
      Files.copy(in, script);
      script.toFile().deleteOnExit();
      return script;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static Process start(@Nullable Path modules, String... command) {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    if (modules != null) {
      builder.environment().put("NODE_PATH", modules.toString());
    }
    try {
      return builder.start();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static String end(Process process) {
    try {
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int status = process.onExit().join().exitValue();
      if (status != 0) {
        throw new IllegalStateException("BullMQ ended with " + status + ":\n" + said);
      }
      return said;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
