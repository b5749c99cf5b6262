package dev.waybill.backend.redis;

import dev.waybill.conformance.LoopbackServer;
import dev.waybill.conformance.RedisProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A real sentinel that decides alone about the failover of one primary.
final class SentinelProcess extends LoopbackServer {

  SentinelProcess(RedisServer primary) {
    super("redis-sentinel", new Sentinel(primary.port()));
  }

  private record Sentinel(int primary) implements Program {

    @Override
    public List<String> command(int port, Path folder) {
      Path settings = folder.resolve("sentinel.conf");
      try {
        Files.writeString(settings, settings(port, folder));
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
      return List.of(RedisProcess.program().toString(), settings.toString(), "--sentinel");
    }

    private String settings(int port, Path folder) {
      return """
          port %d
          bind 127.0.0.1
          dir %s
          sentinel monitor mymaster 127.0.0.1 %d 1
          sentinel down-after-milliseconds mymaster 1000
          sentinel failover-timeout mymaster 10000
          """
          .formatted(port, folder, primary);
    }

    @Override
    public boolean answers(Socket connected) throws IOException {
      return RedisProcess.answersPing(connected);
    }
  }
}
