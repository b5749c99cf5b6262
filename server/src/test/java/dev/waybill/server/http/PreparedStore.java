package dev.waybill.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.Tenants;
import dev.waybill.Waybill;
import dev.waybill.admin.NewAccessKey;
import dev.waybill.admin.Scope;
import dev.waybill.engine.EngineOpener;
import dev.waybill.engine.register.Register;
import dev.waybill.server.auth.Books;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.LedgerKey;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Set;

/// A data directory with an API key that may do everything, and a schema as another release might
/// have stored it: only an unusable schema can be deleted.
final class PreparedStore {

  private static final byte[] BAD =
      "{\"type\":\"bad\",\"version\":\"1.0\",\"schema\":{\"type\":7}}".getBytes(UTF_8);

  private PreparedStore() {}

  /// Returns the text of the key.
  static String create(Path directory) {
    try (Backend backend = EngineOpener.backend(directory.toUri(), Settings.DEFAULT)) {
      new Register<byte[]>(
              backend.ledger(),
              new LedgerKey(Tenants.SYSTEM, "schemas", "definitions"),
              new Register.Form<>(bytes -> bytes, bytes -> bytes),
              new Register.Limit("schemas", 1, 1_000),
              InstantSource.system())
          .change(new Register.Name(Waybill.DEFAULT_TENANT, "bad/1.0"), _ -> BAD.clone());
      Books books = new Books(backend.ledger(), InstantSource.system());
      NewAccessKey wanted = new NewAccessKey(Set.of(Scope.values()), "test", null);
      return books.keys().create(Waybill.DEFAULT_TENANT, wanted).text();
    }
  }
}
