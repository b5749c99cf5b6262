package dev.waybill.server;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.Keys;
import dev.waybill.spi.Key;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Optional;

/// Checks whether the configured ports can be used.
public final class Ports {

  private Ports() {}

  /// Why the server cannot listen on a port, and what to do; empty if it can.
  public static Optional<String> problem(Config config, Key<Integer> key) {
    String host = config.get(Keys.HOST);
    int port = config.get(key);
    try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getByName(host))) {
      return Optional.empty();
    } catch (IOException refused) {
      return Optional.of(
          "cannot listen on %s:%d (%s); choose another port with %s or %s"
              .formatted(host, port, refused.getMessage(), option(key), key.name()));
    }
  }

  private static String option(Key<Integer> key) {
    return key.equals(Keys.PORT) ? "--port" : "--grpc-port";
  }

  /// Refuses a configuration whose ports cannot be used.
  public static void requireUsable(Config config) {
    problem(config, Keys.PORT)
        .or(() -> problem(config, Keys.GRPC_PORT))
        .ifPresent(
            why -> {
              throw new WaybillException(Code.INVALID_ARGUMENT, why);
            });
  }
}
