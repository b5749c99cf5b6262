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
import java.util.stream.Stream;

/// A real redis-server.
public class RedisProcess extends LoopbackServer {

  private static final Path BINARY = binary();

  /// Starts a server and waits until it answers. Options are those of its command line.
  public RedisProcess(String... options) {
    this(BINARY, options);
  }

  /// @param program a redis-server or a server that is compatible with it
  public RedisProcess(Path program, String... options) {
    super("redis-server", new RedisProgram(program, List.of(options)));
  }

  /// The newest server of this name, `redis-server` or `valkey-server`, that
  /// `scripts/fetch-redis.sh` has fetched.
  public static Path newest(String name) {
    return Stream.of(".build/tools/redis", "../.build/tools/redis", "../../.build/tools/redis")
        .map(folder -> Path.of(folder, name).toAbsolutePath().normalize())
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    name + " is not in .build/tools/redis; run scripts/fetch-redis.sh"));
  }

  public final String url() {
    return "redis://" + address();
  }

  /// The program, which can also run as a sentinel.
  public static Path program() {
    return BINARY;
  }

  private record RedisProgram(Path program, List<String> options) implements Program {

    @Override
    public List<String> command(int port, Path folder) {
      List<String> command = new ArrayList<>(List.of(program.toString()));
      command.addAll(List.of("--bind", "127.0.0.1", "--port", String.valueOf(port)));
      command.addAll(List.of("--dir", folder.toString()));
      command.addAll(options);
      return command;
    }

    @Override
    public boolean answers(Socket connected) throws IOException {
      return answersPing(connected);
    }
  }

  /// A server that loads its data answers with an error, and one with a password as well.
  public static boolean answersPing(Socket connected) throws IOException {
    OutputStream out = connected.getOutputStream();
    out.write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
    byte[] answer = connected.getInputStream().readNBytes(5);
    String text = new String(answer, StandardCharsets.US_ASCII);
    return text.equals("+PONG") || text.equals("-NOAU");
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
