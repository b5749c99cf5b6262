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

/// An emulator of one service of AWS, in a process of its own. `scripts/fetch-aws-emulators.sh`
/// fetches them.
public final class AwsEmulator extends LoopbackServer {

  private static final String CHEAP = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx512m";

  private AwsEmulator(Kind kind, Path root) {
    super("aws-" + kind.tool, new EmulatorProgram(kind, root));
  }

  /// DynamoDB Local, in memory.
  ///
  /// @param root the directory of the project
  public static AwsEmulator dynamodb(Path root) {
    return new AwsEmulator(Kind.DYNAMODB, root);
  }

  /// ElasticMQ, in memory.
  public static AwsEmulator sqs(Path root) {
    return new AwsEmulator(Kind.SQS, root);
  }

  /// S3Proxy, with objects as files.
  public static AwsEmulator s3(Path root) {
    return new AwsEmulator(Kind.S3, root);
  }

  public String url() {
    return "http://" + address();
  }

  private enum Kind {
    DYNAMODB("dynamodb"),
    SQS("sqs"),
    S3("s3");

    private final String tool;

    Kind(String tool) {
      this.tool = tool;
    }
  }

  private record EmulatorProgram(Kind kind, Path root) implements Program {

    @Override
    public List<String> command(int port, Path folder) {
      Path jars = root.resolve(".build/tools/aws").resolve(kind.tool).toAbsolutePath().normalize();
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of(CHEAP.split(" ")));
      command.addAll(List.of("-cp", jars + "/*"));
      command.addAll(
          switch (kind) {
            case DYNAMODB -> dynamodb(port);
            case SQS -> List.of(resource(folder, "StartElasticMq.java"), String.valueOf(port));
            case S3 -> s3(port, folder);
          });
      return command;
    }

    private static List<String> dynamodb(int port) {
      return List.of(
          "software.amazon.dynamodb.services.local.main.ServerRunner",
          "-inMemory",
          "-sharedDb",
          "-disableTelemetry",
          "-port",
          String.valueOf(port));
    }

    private static List<String> s3(int port, Path folder) {
      String settings =
          """
          s3proxy.authorization=none
          s3proxy.endpoint=http://127.0.0.1:%d
          jclouds.provider=filesystem
          jclouds.filesystem.basedir=%s
          """
              .formatted(port, write(folder.resolve("objects")));
      Path logging = write(folder.resolve("logback.xml"), LOGBACK);
      return List.of(
          "-Dlogback.configurationFile=" + logging,
          "org.gaul.s3proxy.Main",
          "--properties",
          write(folder.resolve("s3.properties"), settings).toString());
    }

    private static final String LOGBACK =
        """
        <configuration>
          <appender name="OUT" class="ch.qos.logback.core.ConsoleAppender">
            <encoder><pattern>%d %level %logger %msg%n</pattern></encoder>
          </appender>
          <root level="warn"><appender-ref ref="OUT"/></root>
        </configuration>
        """;

    private static Path write(Path directory) {
      try {
        return Files.createDirectories(directory);
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }

    private static Path write(Path file, String text) {
      try {
        return Files.writeString(file, text);
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }

    private static String resource(Path folder, String name) {
      try (InputStream in =
          Objects.requireNonNull(AwsEmulator.class.getResourceAsStream("/" + name))) {
        String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        return write(folder.resolve(name), text).toString();
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }

    /// Any answer in HTTP will do.
    @Override
    public boolean answers(Socket connected) throws IOException {
      OutputStream out = connected.getOutputStream();
      out.write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      byte[] answer = connected.getInputStream().readNBytes(4);
      return new String(answer, StandardCharsets.US_ASCII).equals("HTTP");
    }
  }
}
