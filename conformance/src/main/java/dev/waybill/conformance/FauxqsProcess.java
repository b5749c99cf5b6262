package dev.waybill.conformance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/// An emulator of SNS, SQS and S3 in memory, on a loopback port of its own.
/// `scripts/fetch-fauxqs.sh` fetches it, and the Node that it needs.
public final class FauxqsProcess implements AutoCloseable {

  private static final String PROGRAM = "node_modules/fauxqs/dist/app.js";

  private final Process process;
  private final int port;

  /// Starts it and waits until it listens.
  ///
  /// @param root the directory of the project
  public FauxqsProcess(Path root) {
    Path tool = root.resolve(".build/tools/fauxqs").toAbsolutePath().normalize();
    try (InputStream script =
        Objects.requireNonNull(FauxqsProcess.class.getResourceAsStream("/fauxqs.mjs"))) {
      Path start = RedisProcess.temporaryFolder("waybill-fauxqs").resolve("fauxqs.mjs");
      Files.copy(script, start);
      start.toFile().deleteOnExit();
      process =
          new ProcessBuilder(
                  tool.resolve("node").toString(),
                  start.toString(),
                  tool.resolve(PROGRAM).toString())
              .redirectErrorStream(true)
              .start();
      port = awaitPort(process);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /// Node may print warnings before.
  private static int awaitPort(Process process) throws IOException {
    StringBuilder seen = new StringBuilder();
    BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith("port ")) {
        return Integer.parseInt(line.substring("port ".length()));
      }
      seen.append(line).append('\n');
    }
    throw new IllegalStateException("fauxqs did not start:\n" + seen);
  }

  public String url() {
    return "http://127.0.0.1:" + port;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
