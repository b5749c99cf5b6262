package dev.waybill.server.auth;

import dev.waybill.Page;
import dev.waybill.WaybillException;
import dev.waybill.admin.AccessKey;
import dev.waybill.admin.AuditEntry;
import dev.waybill.admin.CreatedKey;
import dev.waybill.admin.IndexProgress;
import dev.waybill.admin.NewAccessKey;
import dev.waybill.admin.WaybillAdmin;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/// The in-process form of [WaybillAdmin]. It records each change in the audit log as an action of
/// the current user of this machine, also one that is refused or fails.
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
    return audited("keys create", "", () -> admin.createKey(key), created -> created.key().id());
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
    return audited("keys revoke", id, () -> admin.revokeKey(id), _ -> id);
  }

  @Override
  public Page<AuditEntry> audit(Page.Request page) {
    return admin.audit(page);
  }

  @Override
  public int rotateTokenKey() {
    return audited("keys rotate-token-key", "", admin::rotateTokenKey, String::valueOf);
  }

  @Override
  public IndexProgress index() {
    return admin.index();
  }

  @Override
  public IndexProgress rebuildIndex() {
    return audited("catalog rebuild", "", admin::rebuildIndex, _ -> "");
  }

  /// @param asked the target of a change that was refused or failed
  /// @param changed the target of one that was made
  private <T> T audited(
      String action, String asked, Supplier<T> call, Function<T, String> changed) {
    return log.during(
        call,
        answer -> deed(action, changed.apply(answer), "done"),
        failure -> deed(action, asked, codeOf(failure)));
  }

  private static String codeOf(RuntimeException failure) {
    return failure instanceof WaybillException known ? known.code().wire() : "internal";
  }

  private AuditLog.Deed deed(String action, String target, String outcome) {
    return new AuditLog.Deed(user, new AuditEntry.Act(action, target, null), outcome, HERE);
  }
}
