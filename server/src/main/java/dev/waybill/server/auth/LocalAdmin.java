package dev.waybill.server.auth;

import dev.waybill.Page;
import dev.waybill.admin.AccessKey;
import dev.waybill.admin.AuditEntry;
import dev.waybill.admin.CreatedKey;
import dev.waybill.admin.IndexProgress;
import dev.waybill.admin.NewAccessKey;
import dev.waybill.admin.WaybillAdmin;
import dev.waybill.engine.index.CatalogKeeper;
import dev.waybill.service.ServiceHost;
import dev.waybill.service.TokenKeyRotation;

/// Administration in the process that has the store open. It writes no audit log, because a server
/// audits each call; programs get an [AuditedAdmin].
public final class LocalAdmin implements WaybillAdmin {

  private final ServiceHost host;
  private final String tenant;
  private final Books books;
  private final CatalogKeeper index;

  LocalAdmin(ServiceHost host, String tenant, Books books, CatalogKeeper index) {
    this.host = host;
    this.tenant = tenant;
    this.books = books;
    this.index = index;
  }

  @Override
  public CreatedKey createKey(NewAccessKey key) {
    return books.keys().create(tenant, key);
  }

  @Override
  public Page<AccessKey> keys(Page.Request page) {
    return books.keys().list(tenant, page);
  }

  @Override
  public AccessKey key(String id) {
    return books.keys().find(tenant, id);
  }

  @Override
  public AccessKey revokeKey(String id) {
    return books.keys().revoke(tenant, id);
  }

  @Override
  public Page<AuditEntry> audit(Page.Request page) {
    return books.audit().list(tenant, page);
  }

  @Override
  public int rotateTokenKey() {
    return host.require(TokenKeyRotation.class, tenant).rotate();
  }

  @Override
  public IndexProgress index() {
    CatalogKeeper.Progress now = index.progress();
    long facts = now.lagSeconds(host.settings().clock().instant());
    return new IndexProgress(now.position(), now.last(), Math.max(facts, index.jobLagSeconds()));
  }

  @Override
  public IndexProgress rebuildIndex() {
    index.rebuild();
    return index();
  }
}
