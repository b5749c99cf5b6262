package dev.waybill.backend.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.StoreAddress;
import io.nats.client.NKey;
import io.nats.client.support.JsonSerializable;
import io.nats.client.support.JwtUtils;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server with an operator and an account, and credentials files as `nsc` writes them.
final class CredentialsTest {

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final String WITHOUT_JETSTREAM = "{\"type\":\"account\",\"version\":2}";
  private static final String NO_LIMITS =
      """
      {"type":"account","version":2,"limits":{"subs":-1,"data":-1,"payload":-1,"imports":-1,
       "exports":-1,"wildcards":true,"conn":-1,"leaf":-1,"mem_storage":-1,"disk_storage":-1,
       "streams":-1,"consumer":-1}}\
      """;

  @TempDir private Path folder;
  private NKey account;

  @BeforeEach
  void configure() throws Exception {
    NKey operator = NKey.createOperator(RANDOM);
    account = NKey.createAccount(RANDOM);
    NKey system = NKey.createAccount(RANDOM);
    Files.writeString(
        folder.resolve("nats.conf"),
        """
        operator: %s
        system_account: %s
        resolver: MEMORY
        resolver_preload: {
          %s: %s
          %s: %s
        }
        """
            .formatted(
                signed(operator, operator, "{\"type\":\"operator\",\"version\":2}"),
                id(system),
                id(account),
                signed(operator, account, NO_LIMITS),
                id(system),
                signed(operator, system, WITHOUT_JETSTREAM)));
  }

  @Test
  void a_credentials_file_grants_access() throws Exception {
    Path file = credentials("ours.creds", account);
    try (NatsServer server = start();
        Backend backend = open(server, file)) {
      assertThat(backend.ledger().beforeNewest(0)).isZero();
      assertThat(backend.blobs().put("acme", "name", new byte[] {1})).isTrue();
    }
  }

  @Test
  void credentials_of_another_account_are_refused() throws Exception {
    Path file = credentials("theirs.creds", NKey.createAccount(RANDOM));
    try (NatsServer server = start()) {
      assertThatThrownBy(() -> open(server, file))
          .isInstanceOfSatisfying(
              WaybillException.class,
              refused -> assertThat(refused.code()).isEqualTo(Code.INVALID_ARGUMENT))
          .hasMessageContaining("refuses the credentials in " + file);
    }
  }

  @Test
  void an_invalid_credentials_file_is_named() throws Exception {
    Path missing = folder.resolve("missing.creds");
    Path empty = Files.createFile(folder.resolve("empty.creds"));
    try (NatsServer server = start()) {
      assertThatThrownBy(() -> open(server, missing))
          .isInstanceOf(WaybillException.class)
          .hasMessageContaining("missing.creds");
      assertThatThrownBy(() -> open(server, empty))
          .isInstanceOf(WaybillException.class)
          .hasMessageContaining("empty.creds");
    }
  }

  private NatsServer start() {
    return NatsServer.start("-c", folder.resolve("nats.conf").toString());
  }

  private Backend open(NatsServer server, Path file) {
    String address = server.url() + "?path=" + folder.resolve("local") + "&credentials=" + file;
    return new NatsProvider().open(StoreAddress.of(URI.create(address)), Settings.DEFAULT);
  }

  private Path credentials(String name, NKey issuer) throws Exception {
    NKey user = NKey.createUser(RANDOM);
    String jwt = JwtUtils.issueUserJWT(issuer, id(issuer), id(user));
    return Files.writeString(
        folder.resolve(name),
        JwtUtils.NATS_USER_JWT_FORMAT.formatted(jwt, new String(user.getSeed())));
  }

  private static String signed(NKey by, NKey subject, String claims)
      throws GeneralSecurityException, IOException {
    JsonSerializable nats = () -> claims;
    return JwtUtils.issueJWT(
        by, id(subject), "test", null, JwtUtils.currentTimeSeconds(), id(by), nats);
  }

  private static String id(NKey key) throws GeneralSecurityException, IOException {
    return new String(key.getPublicKey());
  }
}
