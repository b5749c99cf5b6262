package dev.waybill.backend.redis;

import dev.waybill.conformance.RedisProcess;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/// A real redis-server, and the settings to use it.
final class RedisServer extends RedisProcess implements TestedRedis {

  private RedisServer(Path program, String... options) {
    super(program, options);
  }

  /// A server with an append-only file that it syncs before it answers.
  static RedisServer start(String... options) {
    return start(program(), options);
  }

  /// Such a server of another version.
  static RedisServer start(Path program, String... options) {
    return new RedisServer(
        program,
        Stream.concat(
                Stream.of("--appendonly", "yes", "--appendfsync", "always", "--save", ""),
                Arrays.stream(options))
            .toArray(String[]::new));
  }

  /// A server with these options only.
  static RedisServer startBare(String... options) {
    return new RedisServer(program(), options);
  }

  @Override
  public RedisConfig config() {
    return RedisConfig.of(address(), temporaryFolder("waybill-redis-local"));
  }
}
