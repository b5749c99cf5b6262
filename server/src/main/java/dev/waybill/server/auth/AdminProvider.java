package dev.waybill.server.auth;

import dev.waybill.admin.WaybillAdmin;
import dev.waybill.engine.index.CatalogKeeper;
import dev.waybill.service.ServiceHost;
import dev.waybill.service.ServiceProvider;
import dev.waybill.spi.Backend;
import dev.waybill.spi.Expiry;
import java.time.Duration;

/// Provides [WaybillAdmin] and, for the surfaces of a server, [LocalAdmin], [Books] and
/// [StoreProof].
public final class AdminProvider implements ServiceProvider {

  private static final Duration INDEX_EVERY = Duration.ofSeconds(1);

  @Override
  public void open(ServiceHost host) {
    Backend backend = host.backend();
    Books books = new Books(backend.ledger(), host.settings().clock());
    CatalogKeeper index = new CatalogKeeper(backend, Expiry.of(host.settings()), INDEX_EVERY);
    host.whileOpen(index::start, index::close);
    host.offer(Books.class, _ -> books);
    host.offer(StoreProof.class, _ -> backend::proveWrite);
    host.offer(LocalAdmin.class, tenant -> new LocalAdmin(host, tenant, books, index));
    host.offer(
        WaybillAdmin.class,
        tenant -> new AuditedAdmin(host.require(LocalAdmin.class, tenant), tenant, books.audit()));
  }
}
