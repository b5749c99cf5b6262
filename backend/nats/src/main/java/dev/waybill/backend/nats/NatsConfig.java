package dev.waybill.backend.nats;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.backend.support.StoreKeys;
import dev.waybill.base.TlsFiles;
import dev.waybill.spi.StoreAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The settings of the NATS store; [NatsKeys] defines their configuration keys.
///
/// @param servers one or more addresses such as `nats://host:4222`
/// @param tls the TLS settings; null for the trust settings of the JDK, and TLS only if the servers
///     require it
/// @param folder the data directory of this process for projections, which can be rebuilt
/// @param broker what the servers do
public record NatsConfig(
    List<String> servers, Login login, @Nullable NatsTls tls, Path folder, Broker broker) {

  /// @param replicas the number of servers that store each stream
  /// @param syncsAlways whether the configuration says that the servers sync every write
  /// @param stateEvents whether state changes of jobs are published
  public record Broker(int replicas, boolean syncsAlways, boolean stateEvents) {

    static final Broker SINGLE = new Broker(1, false, false);
  }

  public NatsConfig {
    servers = List.copyOf(servers);
  }

  public static NatsConfig of(String server, Path folder) {
    return new NatsConfig(List.of(server), new Login.None(), null, folder, Broker.SINGLE);
  }

  NatsConfig withReplicas(int replicas) {
    return with(new Broker(replicas, syncsAlways(), stateEvents()));
  }

  NatsConfig withStateEvents() {
    return with(new Broker(replicas(), syncsAlways(), true));
  }

  private NatsConfig with(Broker other) {
    return new NatsConfig(servers, login, tls, folder, other);
  }

  int replicas() {
    return broker.replicas();
  }

  boolean syncsAlways() {
    return broker.syncsAlways();
  }

  boolean stateEvents() {
    return broker.stateEvents();
  }

  static NatsConfig of(StoreAddress address) {
    return new NatsConfig(
        Stream.of(address.hosts().split(",")).map(host -> address.scheme() + "://" + host).toList(),
        login(address),
        tls(address),
        address.get(StoreAddress.PATH),
        new Broker(
            address.get(NatsKeys.REPLICAS),
            address.get(StoreKeys.DURABILITY).equals("power_cut"),
            address.get(NatsKeys.STATE_EVENTS).equals("on")));
  }

  /// The index of finished jobs.
  Path historyIndex() {
    return folder.resolve("history.db");
  }

  private static Login login(StoreAddress address) {
    Optional<String> user = address.find(StoreKeys.USER);
    Optional<String> password = address.find(StoreKeys.PASSWORD);
    if (user.isPresent() != password.isPresent()) {
      throw incomplete("store.user and store.password");
    }
    return address
        .find(NatsKeys.CREDENTIALS)
        .<Login>map(Login.Credentials::new)
        .or(() -> user.map(name -> new Login.Password(name, password.orElseThrow())))
        .or(() -> address.find(NatsKeys.TOKEN).map(Login.Token::new))
        .or(() -> address.login().map(NatsConfig::login))
        .orElseGet(Login.None::new);
  }

  private static Login login(StoreAddress.Login said) {
    String password = said.password();
    return password == null
        ? new Login.Token(said.user())
        : new Login.Password(said.user(), password);
  }

  private static @Nullable NatsTls tls(StoreAddress address) {
    Path ca = address.find(StoreKeys.CA).orElse(null);
    Path certificate = address.find(StoreKeys.CERTIFICATE).orElse(null);
    Path key = address.find(StoreKeys.PRIVATE_KEY).orElse(null);
    if ((certificate == null) != (key == null)) {
      throw incomplete("store.tls.certificate and store.tls.key");
    }
    TlsFiles identity = certificate == null || key == null ? null : new TlsFiles(certificate, key);
    return ca == null && identity == null ? null : new NatsTls(ca, identity);
  }

  private static WaybillException incomplete(String both) {
    return new WaybillException(Code.INVALID_ARGUMENT, both + " must be set together");
  }

  /// The credentials of the store. Secrets are never printed.
  public sealed interface Login {

    record None() implements Login {}

    /// A file with a user's JWT and key, as `nsc` writes it.
    record Credentials(Path file) implements Login {}

    record Password(String user, String password) implements Login {

      @Override
      public String toString() {
        return "Password[user=" + user + "]";
      }
    }

    record Token(String token) implements Login {

      @Override
      public String toString() {
        return "Token[]";
      }
    }
  }
}
