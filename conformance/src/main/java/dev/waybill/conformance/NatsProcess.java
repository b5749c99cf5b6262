package dev.waybill.conformance;

import java.io.File;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// A real nats-server with JetStream.
public class NatsProcess extends LoopbackServer {

  /// Which nats-server is started.
  public enum Release {
    /// The newest one that `./verify` can fetch.
    NEWEST("newest/"),
    /// That of the distribution, which may be years older.
    DISTRIBUTION("");

    private final String folder;

    Release(String folder) {
      this.folder = folder;
    }
  }

  /// Starts a server and waits until it answers. Options are those of its command line.
  public NatsProcess(Release release, String... options) {
    super("nats-server", new NatsProgram(binary(release), List.of(options)));
  }

  public NatsProcess(String... options) {
    this(Release.NEWEST, options);
  }

  public final String url() {
    return "nats://" + address();
  }

  private record NatsProgram(Path binary, List<String> options) implements Program {

    @Override
    public List<String> command(int port, Path folder) {
      List<String> command = new ArrayList<>(List.of(binary.toString()));
      command.addAll(List.of("-a", "127.0.0.1", "-p", String.valueOf(port)));
      command.addAll(List.of("-sd", folder.resolve("store").toString()));
      command.addAll(options);
      return command;
    }

    /// The port opens after JetStream has read its streams.
    @Override
    public boolean answers(Socket connected) throws IOException {
      return connected.getInputStream().read() == 'I';
    }
  }

  /// The system property `waybill.nats.server` names another one for all tests.
  private static Path binary(Release release) {
    String chosen = System.getProperty("waybill.nats.server", "");
    return (chosen.isEmpty() ? candidates(release) : Stream.of(Path.of(chosen)))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "there is no nats-server (%s); ./verify fetches it".formatted(release)));
  }

  private static Stream<Path> candidates(Release release) {
    Stream<Path> fetched =
        Stream.of(".build/tools", "../.build/tools", "../../.build/tools")
            .map(folder -> Path.of(folder, release.folder + "nats-server"));
    Stream<Path> installed =
        Stream.concat(
                Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)),
                Stream.of("/usr/sbin"))
            .map(folder -> Path.of(folder, "nats-server"));
    return switch (release) {
      case NEWEST -> Stream.concat(fetched, installed);
      case DISTRIBUTION -> Stream.concat(installed, fetched);
    };
  }
}
