package dev.waybill.messages.hooks;

import dev.waybill.Tenants;
import dev.waybill.engine.register.Register;
import dev.waybill.messages.record.ContentKeys;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/// The hooks of all tenants, and their secrets.
final class HookBook {

  private static final int MOST = 20;
  private static final int BYTES = 64 * 1024;

  private final Register<StoredHook> register;
  private final ContentKeys keys;

  HookBook(Ledger ledger, ContentKeys keys, InstantSource clock) {
    this.keys = keys;
    this.register =
        new Register<>(
            ledger,
            new LedgerKey(Tenants.SYSTEM, "message-hooks", "definitions"),
            new Register.Form<>(StoredHook.DOCUMENT::bytes, StoredHook.DOCUMENT::readAnswer),
            new Register.Limit("message hooks", MOST, BYTES),
            clock);
  }

  Register<StoredHook> register() {
    return register;
  }

  Map<Register.Name, StoredHook> all() {
    return register.readAll();
  }

  /// As known here, at most about a second old.
  Optional<StoredHook> known(String tenant, String name) {
    return Optional.ofNullable(register.known(new Register.Name(tenant, name)));
  }

  /// As stored now.
  Optional<StoredHook> now(String tenant, String name) {
    return Optional.ofNullable(register.read(new Register.Name(tenant, name)));
  }

  byte[] seal(String tenant, String name, String secret) {
    return keys.wrap(tenant, context(name), secret.getBytes(StandardCharsets.UTF_8));
  }

  String secret(String tenant, String name, StoredHook hook) {
    byte[] plain = keys.unwrap(tenant, context(name), hook.secret().bytesWithoutCopy());
    return new String(plain, StandardCharsets.UTF_8);
  }

  private static String context(String name) {
    return "hook/" + name;
  }
}
