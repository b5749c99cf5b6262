package dev.waybill.cli;

import dev.waybill.Settings;
import dev.waybill.engine.EngineOpener;
import dev.waybill.server.auth.AccessKey;
import dev.waybill.server.auth.AccessKeyJson;
import dev.waybill.server.auth.AccessKeys;
import dev.waybill.server.auth.AuditLog;
import dev.waybill.server.auth.Caller;
import dev.waybill.server.auth.CreatedKey;
import dev.waybill.server.auth.NewAccessKey;
import dev.waybill.spi.Backend;
import dev.waybill.wire.TokenKeyJson;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/// The keys of one tenant, wherever they are kept.
sealed interface KeyDesk {

  CreatedKey create(NewAccessKey wanted);

  List<AccessKey> list();

  AccessKey revoke(String id);

  /// Adds a key for task tokens; answers its number.
  int rotateTokenKey();

  /// In a store that no server has open. What is done there is written down, too, as done by the
  /// user of this machine.
  record InStore(Backend store, String tenant) implements KeyDesk {

    private AccessKeys keys() {
      return new AccessKeys(store.ledger(), Settings.DEFAULT.clock());
    }

    private void writeDown(String action, String target) {
      Caller user = new Caller(tenant, "local:" + System.getProperty("user.name"), Set.of());
      new AuditLog(store.ledger(), Settings.DEFAULT.clock())
          .record(new AuditLog.Deed(user, action, target, null, "done", ""));
    }

    @Override
    public CreatedKey create(NewAccessKey wanted) {
      CreatedKey created = keys().create(wanted);
      writeDown("keys create", created.key().id());
      return created;
    }

    @Override
    public List<AccessKey> list() {
      return keys().list(tenant);
    }

    @Override
    public AccessKey revoke(String id) {
      AccessKey revoked = keys().revoke(tenant, id);
      writeDown("keys revoke", id);
      return revoked;
    }

    /// The engine is not closed: the store belongs to whoever opened it.
    @Override
    public int rotateTokenKey() {
      Settings still = Settings.DEFAULT.withMaintenanceEvery(null);
      int number = EngineOpener.over(store, still).rotateTokenKey();
      writeDown("keys rotate-token-key", Integer.toString(number));
      return number;
    }
  }

  /// At a server, which writes down who asked.
  record AtServer(ServerCalls calls) implements KeyDesk {

    @Override
    public CreatedKey create(NewAccessKey wanted) {
      return calls.post("/v1/keys", AccessKeyJson.NEW, wanted, AccessKeyJson.CREATED);
    }

    @Override
    public List<AccessKey> list() {
      return calls.get("/v1/keys?limit=1000", AccessKeyJson.PAGE).items();
    }

    @Override
    public AccessKey revoke(String id) {
      String name = URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
      return calls.post("/v1/keys/" + name + "/revoke", AccessKeyJson.DOCUMENT);
    }

    @Override
    public int rotateTokenKey() {
      return calls.post("/v1/token-keys/rotate", TokenKeyJson.DOCUMENT);
    }
  }
}
