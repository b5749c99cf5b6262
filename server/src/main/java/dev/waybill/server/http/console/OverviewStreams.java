package dev.waybill.server.http.console;

import dev.waybill.Code;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.insight.OverviewSource;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.RouteCall;
import dev.waybill.server.http.connection.StreamWriter;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Streams of overviews. All streams of a tenant share one [TenantOverview], which exists while
/// there is one.
public final class OverviewStreams {

  private static final String MEDIA_TYPE = "text/event-stream";

  private final Map<String, TenantOverview> byTenant = new ConcurrentHashMap<>();

  Reply stream(RouteCall call) {
    return new Reply.Stream(MEDIA_TYPE, writer -> pump(call, writer));
  }

  private void pump(RouteCall call, StreamWriter writer) {
    String tenant = call.caller().tenant();
    TenantOverview shared = join(tenant, call.waybill());
    try {
      writer.beatsWith(": alive\n\n");
      TenantOverview.Version version = shared.current();
      while (writer.write(version.event().bytesWithoutCopy())) {
        version = shared.after(version);
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    } catch (WaybillException failed) {
      if (failed.code() != Code.INTERRUPTED) {
        throw failed;
      }
    } finally {
      leave(tenant);
    }
  }

  private TenantOverview join(String tenant, Waybill waybill) {
    OverviewSource source = waybill.service(OverviewSource.class);
    return byTenant.compute(
        tenant, (_, known) -> (known == null ? new TenantOverview(source) : known).joined());
  }

  private void leave(String tenant) {
    byTenant.computeIfPresent(tenant, (_, known) -> known.left() ? null : known);
  }
}
