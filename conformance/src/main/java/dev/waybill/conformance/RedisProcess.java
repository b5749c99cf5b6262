package dev.waybill.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// A real redis-server.
public class RedisProcess extends LoopbackServer {

  private static final Path BINARY = binary();

  /// Starts a server and waits until it answers. Options are those of its command line.
  public RedisProcess(String... options) {
    super("redis-server", new RedisProgram(List.of(options)));
  }

  public final String url() {
    return "redis://" + address();
  }

  private record RedisProgram(List<String> options) implements Program {

    @Override
    public List<String> command(int port, Path folder) {
      List<String> command = new ArrayList<>(List.of(BINARY.toString()));
      command.addAll(List.of("--bind", "127.0.0.1", "--port", String.valueOf(port)));
      command.addAll(List.of("--dir", folder.toString()));
      command.addAll(options);
      return command;
    }

    /// A server that loads its data answers with an error, and one with a password as well.
    @Override
    public boolean answers(Socket connected) throws IOException {
      OutputStream out = connected.getOutputStream();
      out.write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
      byte[] answer = connected.getInputStream().readNBytes(5);
      String text = new String(answer, StandardCharsets.US_ASCII);
      return text.equals("+PONG") || text.equals("-NOAU");
    }
  }

  /// The program from the jar of embedded-redis; the system property `waybill.redis.server` names
  /// another one.
  private static Path binary() {
    String chosen = System.getProperty("waybill.redis.server", "");
    if (!chosen.isEmpty()) {
      return Path.of(chosen);
    }
    String machine = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "amd64";
    String resource = "/redis-server-7.0.15-linux-" + machine;
    try (InputStream in =
        Objects.requireNonNull(RedisProcess.class.getResourceAsStream(resource), resource)) {
      Path program = temporaryFolder("waybill-redis-server").resolve("redis-server");
      Files.copy(in, program);
      program.toFile().setExecutable(true);
      program.toFile().deleteOnExit();
      return program;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
