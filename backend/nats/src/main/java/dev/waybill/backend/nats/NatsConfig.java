package dev.waybill.backend.nats;

import dev.waybill.Capabilities.Durability;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the NATS store can be told. All of it fits into one address, see [NatsAddress].
///
/// @param servers one or more, such as `nats://host:4222`; any of them will do
/// @param tls how to know the servers and be known by them; null for the JDK's own trust, and no
///     TLS where the servers do not ask for it
/// @param folder where this process keeps its projections; they can be thrown away
/// @param replicas how many servers keep each stream
/// @param durability what the operator says an acknowledgement is worth; null where nothing was
///     said, and then it is the weakest that file storage gives
/// @param strict refuse to start where the durability is less than a power cut
public record NatsConfig(
    List<String> servers,
    Login login,
    @Nullable NatsTls tls,
    Path folder,
    int replicas,
    @Nullable Durability durability,
    boolean strict) {

  public static final Path DEFAULT_FOLDER = Path.of("waybill-data");

  public NatsConfig {
    servers = List.copyOf(servers);
  }

  public static NatsConfig of(String server, Path folder) {
    return new NatsConfig(List.of(server), new Login.None(), null, folder, 1, null, false);
  }

  public static NatsConfig of(URI address) {
    return NatsAddress.parse(address);
  }

  /// How the store says who it is. Secrets never print.
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
