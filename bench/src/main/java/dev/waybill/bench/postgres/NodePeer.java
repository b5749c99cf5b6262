package dev.waybill.bench.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.bench.Plan;
import dev.waybill.bench.measure.Payloads;
import dev.waybill.bench.peer.PostgresDatabase;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A job queue for Node, in a process of its own that measures itself. It takes a command a line
/// and answers each with a line.
final class NodePeer implements Racer {

  static final List<String> NAMES = List.of("pg-boss", "graphile-worker");

  private static final String PROGRAM = "peers.mjs";
  static final String FETCH = "scripts/fetch-postgres-peers.sh";

  private static final Path MODULES = Path.of(".build/tools/postgres-peers");

  private final PostgresDatabase database;
  private final Process process;
  private final BufferedReader answers;
  private final BufferedWriter commands;

  NodePeer(String name, PostgresDatabase database, Path root) {
    this.database = database;
    try {
      process =
          new ProcessBuilder("node", PROGRAM, name, database.url())
              .directory(root.resolve(MODULES).toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    answers = process.inputReader(UTF_8);
    commands = process.outputWriter(UTF_8);
  }

  /// Fetches the packages unless they are there. False if there is no Node.
  static boolean prepare(Path root) {
    Path folder = root.resolve(MODULES);
    try (InputStream program = NodePeer.class.getResourceAsStream(PROGRAM)) {
      int code =
          new ProcessBuilder(root.resolve(FETCH).toString())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.INHERIT)
              .start()
              .onExit()
              .join()
              .exitValue();
      if (code == 0 && program != null) {
        Files.copy(program, folder.resolve(PROGRAM), StandardCopyOption.REPLACE_EXISTING);
      }
      return code == 0;
    } catch (IOException missing) {
      return false;
    }
  }

  @Override
  public double enqueueRate(Plan plan, int callers, int batch) {
    long millis = plan.window().toMillis();
    return ask("enqueue", Map.of("callers", callers, "batch", batch, "millis", millis))
        .get("rate")
        .asDouble();
  }

  @Override
  public double drainRate(int jobs) {
    return ask("drain", Map.of("jobs", jobs)).get("rate").asDouble();
  }

  @Override
  public Latency latency(int jobs) {
    JsonNode answer = ask("latency", Map.of("jobs", jobs, "rate", Plan.LATENCY_RATE));
    return new Latency(answer.get("p50").asDouble(), answer.get("p99").asDouble());
  }

  @Override
  public Steady steady(int rate, Duration time) {
    JsonNode answer = ask("steady", Map.of("rate", rate, "millis", time.toMillis()));
    return new Steady(answer.get("rate").asDouble(), answer.get("p99").asDouble());
  }

  private JsonNode ask(String command, Map<String, ? extends Object> options) {
    Map<String, Object> all = new java.util.HashMap<>(options);
    all.put("command", command);
    all.put("bytes", Payloads.BYTES);
    try {
      commands.write(JsonMapper.shared().writeValueAsString(all));
      commands.newLine();
      commands.flush();
      String answer = answers.readLine();
      if (answer == null) {
        throw new IllegalStateException("the program for Node ended");
      }
      return JsonMapper.shared().readTree(answer);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
    database.close();
  }
}
