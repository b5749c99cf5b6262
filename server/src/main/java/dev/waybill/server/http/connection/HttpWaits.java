package dev.waybill.server.http.connection;

import dev.waybill.Waybill;
import dev.waybill.server.auth.Quota;
import dev.waybill.server.auth.Waits;
import dev.waybill.server.http.api.HttpCode;
import dev.waybill.server.http.api.HttpRefusal;
import java.util.Map;

/// Begins the waits of HTTP calls, and watches whether their clients are still there.
public final class HttpWaits {

  private final Waits waits;
  private final Quota quota;

  public HttpWaits(Waits waits, Quota quota) {
    this.waits = waits;
    this.quota = quota;
  }

  /// Starts to wait on this thread; the wait must be closed.
  public Waits.Wait begin(Exchange exchange) {
    String tenant = tenant(exchange);
    quota
        .take(tenant)
        .ifPresent(
            full -> {
              throw new HttpRefusal(HttpCode.TOO_MANY_WAITING, full, Map.of("Retry-After", "1"));
            });
    return beginStream(exchange).atClose(() -> quota.giveBack(tenant));
  }

  /// Begins the wait of a stream; streams have a limit of their own.
  Waits.Wait beginStream(Exchange exchange) {
    exchange.request().addIdleTimeoutListener(_ -> false);
    Waits.Wait wait = waits.begin(exchange.pass());
    return wait.atClose(Presence.watch(exchange, wait::end)::stop);
  }

  static String tenant(Exchange exchange) {
    return exchange.pass().map(pass -> pass.caller().tenant()).orElse(Waybill.DEFAULT_TENANT);
  }
}
