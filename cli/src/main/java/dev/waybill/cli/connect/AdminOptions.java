package dev.waybill.cli.connect;

import dev.waybill.Waybill;
import dev.waybill.admin.WaybillAdmin;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options of commands for administrators: the store and the tenant.
public final class AdminOptions {

  @Option(
      names = "--tenant",
      paramLabel = "NAME",
      description = "The tenant (default: default); a server uses that of $WAYBILL_KEY.")
  private @Nullable String tenant;

  @Mixin private final StoreOptions store = new StoreOptions();

  public <T> T ask(Function<WaybillAdmin, T> question) {
    try (Waybill waybill = store.open()) {
      return question.apply(admin(waybill));
    }
  }

  /// Creates the data directory if it does not exist, so that the first key can be created before
  /// the first start of a server.
  public <T> T askOrCreate(Function<WaybillAdmin, T> question) {
    try (Waybill waybill = store.openOrCreate()) {
      return question.apply(admin(waybill));
    }
  }

  private WaybillAdmin admin(Waybill waybill) {
    return (tenant == null ? waybill : waybill.tenant(tenant)).service(WaybillAdmin.class);
  }
}
