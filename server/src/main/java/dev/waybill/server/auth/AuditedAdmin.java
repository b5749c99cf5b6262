package dev.waybill.server.auth;

import dev.waybill.Page;
import dev.waybill.admin.AccessKey;
import dev.waybill.admin.AuditEntry;
import dev.waybill.admin.CreatedKey;
import dev.waybill.admin.IndexProgress;
import dev.waybill.admin.NewAccessKey;
import dev.waybill.admin.WaybillAdmin;
import java.util.Set;

/// The in-process form of [WaybillAdmin]. It records each change in the audit log as an action of
/// the current user of this machine.
final class AuditedAdmin implements WaybillAdmin {

  /// The origin of actions that are not calls over the network.
  private static final AuditEntry.Origin HERE = new AuditEntry.Origin("", null);

  private final WaybillAdmin admin;
  private final AuditLog log;
  private final Caller user;

  AuditedAdmin(WaybillAdmin admin, String tenant, AuditLog log) {
    this.admin = admin;
    this.log = log;
    this.user = new Caller(tenant, "local:" + System.getProperty("user.name"), Set.of());
  }

  @Override
  public CreatedKey createKey(NewAccessKey key) {
    CreatedKey created = admin.createKey(key);
    record("keys create", created.key().id());
    return created;
  }

  @Override
  public Page<AccessKey> keys(Page.Request page) {
    return admin.keys(page);
  }

  @Override
  public AccessKey key(String id) {
    return admin.key(id);
  }

  @Override
  public AccessKey revokeKey(String id) {
    AccessKey revoked = admin.revokeKey(id);
    record("keys revoke", id);
    return revoked;
  }

  @Override
  public Page<AuditEntry> audit(Page.Request page) {
    return admin.audit(page);
  }

  @Override
  public int rotateTokenKey() {
    int number = admin.rotateTokenKey();
    record("keys rotate-token-key", Integer.toString(number));
    return number;
  }

  @Override
  public IndexProgress index() {
    return admin.index();
  }

  @Override
  public IndexProgress rebuildIndex() {
    IndexProgress begun = admin.rebuildIndex();
    record("catalog rebuild", "");
    return begun;
  }

  private void record(String action, String target) {
    log.record(new AuditLog.Deed(user, new AuditEntry.Act(action, target, null), "done", HERE));
  }
}
