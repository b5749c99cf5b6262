package dev.waybill.admin;

import dev.waybill.Page;

/// The actions of administrators, in process and on a server; see [dev.waybill.Waybill#service].
///
/// API keys and the audit log belong to one tenant. The key of task tokens and the search index
/// serve all tenants: a server lets only administrators of the default tenant use them.
///
/// The audit log records each change: with the caller if it was made through a server, and as
/// `local:<user>` if it was made in process.
public interface WaybillAdmin {

  /// Creates an API key. Its text is returned here and nowhere else.
  CreatedKey createKey(NewAccessKey key);

  /// The valid keys, newest first, and the last hundred that were revoked or have expired.
  Page<AccessKey> keys(Page.Request page);

  /// Refused with `NOT_FOUND` if there is no such key.
  AccessKey key(String id);

  /// Revokes a key permanently. Revoking it again changes nothing.
  AccessKey revokeKey(String id);

  /// The audit log, oldest entries first.
  Page<AuditEntry> audit(Page.Request page);

  /// Adds a key for task tokens and returns its number. All servers on the store start to use it by
  /// themselves. Tokens of the previous key stay valid; tokens of older keys are refused from now
  /// on: rotate again only when the jobs that were running at the last rotation have finished.
  /// Refused with `WRONG_STATE` within a few seconds of the last rotation.
  int rotateTokenKey();

  /// How far the search index has followed the ledger, as of at most a second ago.
  IndexProgress index();

  /// Deletes the search index and starts to rebuild it; [#index] shows the progress. Jobs keep
  /// running; searches may miss results until it is done.
  IndexProgress rebuildIndex();
}
