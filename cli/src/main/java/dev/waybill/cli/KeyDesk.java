package dev.waybill.cli;

import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.Scalar.WHOLE;
import static dev.waybill.wire.Shape.required;

import dev.waybill.Settings;
import dev.waybill.engine.EngineOpener;
import dev.waybill.server.auth.AccessKey;
import dev.waybill.server.auth.AccessKeyJson;
import dev.waybill.server.auth.AccessKeys;
import dev.waybill.server.auth.AuditLog;
import dev.waybill.server.auth.Caller;
import dev.waybill.server.auth.CreatedKey;
import dev.waybill.server.auth.NewAccessKey;
import dev.waybill.server.auth.Scope;
import dev.waybill.spi.Backend;
import dev.waybill.wire.JsonIn;
import dev.waybill.wire.JsonOut;
import dev.waybill.wire.Shape;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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

    private static final Shape.Kind KEY = new Shape.Part(AccessKeyJson.SHAPE);
    private static final Shape CREATED =
        Shape.of(
            "CreatedAccessKey",
            "A key that was just made.",
            required("key", KEY, "What is known of it."),
            required("text", TEXT, "The key itself."));
    private static final Shape ROTATED =
        Shape.of("TokenKey", "The new key.", required("number", WHOLE, "Which one it is."));
    private static final Shape LIST =
        Shape.of("AccessKeys", "Keys.", required("items", new Shape.Items(KEY), "Newest first."));

    @Override
    public CreatedKey create(NewAccessKey wanted) {
      return calls.post("/v1/keys", out -> write(out, wanted), AtServer::readCreated);
    }

    @Override
    public List<AccessKey> list() {
      return calls.get("/v1/keys?limit=1000", AtServer::readList);
    }

    @Override
    public AccessKey revoke(String id) {
      String name = URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
      return calls.post("/v1/keys/" + name + "/revoke", AccessKeyJson::read);
    }

    @Override
    public int rotateTokenKey() {
      return calls.post("/v1/token-keys/rotate", AtServer::readNumber);
    }

    private static int readNumber(JsonIn in) {
      int[] number = new int[1];
      in.object(ROTATED, _ -> number[0] = in.count());
      return number[0];
    }

    private static void write(JsonOut out, NewAccessKey wanted) {
      out.texts("scopes", wanted.scopes().stream().sorted().map(Scope::wire).toList());
      out.text("label", wanted.label());
      out.time("expires_at", wanted.expiresAt());
    }

    private static CreatedKey readCreated(JsonIn in) {
      var found =
          new Object() {
            @Nullable AccessKey key;
            String text = "";
          };
      in.object(
          CREATED,
          field -> {
            switch (field) {
              case "key" -> found.key = AccessKeyJson.read(in);
              case "text" -> found.text = in.text();
              default -> throw in.error("unknown_field", field);
            }
          });
      AccessKey key = found.key;
      if (key == null) {
        throw in.error("missing_field", "key");
      }
      return new CreatedKey(key, found.text);
    }

    private static List<AccessKey> readList(JsonIn in) {
      List<AccessKey> keys = new ArrayList<>();
      in.object(LIST, _ -> keys.addAll(in.list(Integer.MAX_VALUE, () -> AccessKeyJson.read(in))));
      return keys;
    }
  }
}
