package dev.waybill.server;

import dev.waybill.base.TlsFiles;
import dev.waybill.server.http.api.HttpLimits;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The settings of a server.
///
/// @param host the address to listen on; by default only this machine can reach it
/// @param port the HTTP port, or 0 for any free port
/// @param grace how long closing waits for active calls
/// @param tls the certificate and key of the server; null for plain text
public record ServerSettings(
    String host, int port, HttpLimits http, Duration grace, @Nullable TlsFiles tls) {

  public static final ServerSettings DEFAULT =
      new ServerSettings("127.0.0.1", 7878, HttpLimits.DEFAULT, Duration.ofSeconds(10), null);

  public ServerSettings withHost(String address) {
    return new ServerSettings(address, port, http, grace, tls);
  }

  public ServerSettings withPort(int number) {
    return new ServerSettings(host, number, http, grace, tls);
  }

  public ServerSettings withHttp(HttpLimits limits) {
    return new ServerSettings(host, port, limits, grace, tls);
  }

  public ServerSettings withGrace(Duration longest) {
    return new ServerSettings(host, port, http, longest, tls);
  }

  public ServerSettings withTls(@Nullable TlsFiles files) {
    return new ServerSettings(host, port, http, grace, files);
  }
}
