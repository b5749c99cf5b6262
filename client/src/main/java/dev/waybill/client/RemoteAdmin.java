package dev.waybill.client;

import dev.waybill.Page;
import dev.waybill.admin.AccessKey;
import dev.waybill.admin.AuditEntry;
import dev.waybill.admin.CreatedKey;
import dev.waybill.admin.IndexProgress;
import dev.waybill.admin.NewAccessKey;
import dev.waybill.admin.WaybillAdmin;
import dev.waybill.client.call.HttpCall;
import dev.waybill.client.call.HttpTransport;
import dev.waybill.wire.AccessKeyJson;
import dev.waybill.wire.AuditEntryJson;
import dev.waybill.wire.CatalogProgressJson;
import dev.waybill.wire.TokenKeyJson;

/// Administers a server.
final class RemoteAdmin implements WaybillAdmin {

  private final HttpTransport transport;

  RemoteAdmin(HttpTransport transport) {
    this.transport = transport;
  }

  /// Repeated only if the server did not receive it: otherwise a key could exist that nobody knows.
  @Override
  public CreatedKey createKey(NewAccessKey key) {
    return transport
        .send(HttpCall.post("/v1/keys", AccessKeyJson.NEW, key).onlyOnce())
        .read(AccessKeyJson.CREATED);
  }

  @Override
  public Page<AccessKey> keys(Page.Request page) {
    return transport.send(HttpCall.get(Paths.keys(page))).read(AccessKeyJson.PAGE);
  }

  @Override
  public AccessKey key(String id) {
    return transport.send(HttpCall.get(Paths.key(id, ""))).read(AccessKeyJson.DOCUMENT);
  }

  @Override
  public AccessKey revokeKey(String id) {
    return transport.send(HttpCall.post(Paths.key(id, "/revoke"))).read(AccessKeyJson.DOCUMENT);
  }

  @Override
  public Page<AuditEntry> audit(Page.Request page) {
    return transport.send(HttpCall.get(Paths.audit(page))).read(AuditEntryJson.PAGE);
  }

  /// Repeated only if the server did not receive it: a second rotation would invalidate tokens in
  /// use.
  @Override
  public int rotateTokenKey() {
    return transport
        .send(HttpCall.post("/v1/token-keys/rotate").onlyOnce())
        .read(TokenKeyJson.DOCUMENT);
  }

  @Override
  public IndexProgress index() {
    return transport.send(HttpCall.get("/v1/catalog")).read(CatalogProgressJson.DOCUMENT);
  }

  @Override
  public IndexProgress rebuildIndex() {
    return transport.send(HttpCall.post("/v1/catalog/rebuild")).read(CatalogProgressJson.DOCUMENT);
  }
}
