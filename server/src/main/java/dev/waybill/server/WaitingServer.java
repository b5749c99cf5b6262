package dev.waybill.server;

import dev.waybill.Code;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.Keys;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Answers on the port of a server that opens its store: alive, and not ready. With TLS nothing
/// listens meanwhile.
public final class WaitingServer implements AutoCloseable {

  private static final int REQUEST_MILLIS = 1_000;
  private static final int REQUEST_BYTES = 8 * 1024;
  private static final String LIVENESS = "GET /livez";

  private final @Nullable ServerSocket socket;
  private final Code why;

  private WaitingServer(@Nullable ServerSocket socket, Code why) {
    this.socket = socket;
    this.why = why;
  }

  /// Answers until it is closed.
  ///
  /// @param why the store is not open
  public static WaitingServer start(Config config, Code why) {
    ServerSocket open = config.find(Keys.TLS_CERTIFICATE).isPresent() ? null : opened(config);
    WaitingServer server = new WaitingServer(open, why);
    if (open != null) {
      Thread.ofVirtual().start(() -> server.answerAll(open));
    }
    return server;
  }

  /// Null if the port is in use; the start of the server reports that.
  private static @Nullable ServerSocket opened(Config config) {
    try {
      InetAddress host = InetAddress.getByName(config.get(Keys.HOST));
      return new ServerSocket(config.get(Keys.PORT), 50, host);
    } catch (IOException inUse) {
      return null;
    }
  }

  private void answerAll(ServerSocket open) {
    while (!open.isClosed()) {
      try {
        Socket caller = open.accept();
        Thread.ofVirtual().start(() -> answerOne(caller));
      } catch (IOException gone) {
        // this is closed, or the caller has left
      }
    }
  }

  private void answerOne(Socket caller) {
    try (caller) {
      caller.setSoTimeout(REQUEST_MILLIS);
      answer(caller);
    } catch (IOException gone) {
      // the caller has left, or said nothing
    }
  }

  private void answer(Socket caller) throws IOException {
    InputStream in = caller.getInputStream();
    byte[] request = new byte[REQUEST_BYTES];
    int length = in.read(request);
    boolean alive =
        length > 0 && new String(request, 0, length, StandardCharsets.UTF_8).startsWith(LIVENESS);
    String body =
        alive ? "ok\n" : "{\"ready\":false,\"not_ready\":{\"store\":\"" + why.wire() + "\"}}\n";
    String head =
        "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
            .formatted(
                alive ? "200 OK" : "503 Service Unavailable",
                alive ? "text/plain" : "application/json",
                body.length());
    caller.getOutputStream().write((head + body).getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    if (socket != null) {
      try {
        socket.close();
      } catch (IOException alreadyClosed) {
        // nothing is left to close
      }
    }
  }
}
