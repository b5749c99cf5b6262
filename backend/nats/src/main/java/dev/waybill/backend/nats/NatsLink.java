package dev.waybill.backend.nats;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.backend.nats.NatsConfig.Login;
import dev.waybill.spi.Provisioned;
import dev.waybill.spi.Provisioned.Outcome;
import io.nats.client.AuthHandler;
import io.nats.client.AuthenticationException;
import io.nats.client.Connection;
import io.nats.client.JetStream;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamOptions;
import io.nats.client.KeyValue;
import io.nats.client.KeyValueOptions;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.PublishOptions;
import io.nats.client.api.KeyValueConfiguration;
import io.nats.client.api.StreamConfiguration;
import io.nats.client.support.NatsUri;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;

/// One connection to NATS. It reconnects without end, to whichever of the servers answers; what is
/// asked meanwhile waits for a while and then fails as one that may be tried again.
final class NatsLink implements AutoCloseable {

  /// How long one question to JetStream may take, a change of leader included.
  static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final Logger LOG = System.getLogger(NatsLink.class.getName());
  private static final Duration MOMENT = Duration.ofMillis(100);
  private static final Duration CONNECT_WITHIN = Duration.ofSeconds(5);
  private static final Duration RECONNECT_AFTER = Duration.ofMillis(100);

  private final NatsConfig config;
  private final LinkWatch watch;
  private final Connection connection;
  private final JetStream streams;
  private final JetStreamManagement management;

  private NatsLink(NatsConfig config, Connection connection, LinkWatch watch) throws IOException {
    this.config = config;
    this.watch = watch;
    this.connection = connection;
    JetStreamOptions options = JetStreamOptions.builder().requestTimeout(PATIENCE).build();
    streams = connection.jetStream(options);
    management = connection.jetStreamManagement(options);
  }

  static NatsLink open(NatsConfig config) {
    LinkWatch watch = new LinkWatch();
    try {
      Connection connection = Nats.connect(options(config, watch));
      try {
        return checked(new NatsLink(config, connection, watch));
      } catch (IOException | RuntimeException unusable) {
        connection.close();
        throw unusable;
      }
    } catch (AuthenticationException refused) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "NATS at %s does not let us in with %s: %s"
              .formatted(config.servers(), shown(config.login()), refused.getMessage()),
          refused);
    } catch (IOException | InterruptedException failure) {
      throw NatsErrors.of("be reached at " + config.servers(), failure);
    }
  }

  private static NatsLink checked(NatsLink link) {
    if (!link.connection.getServerInfo().isJetStreamAvailable()) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "the NATS server at " + link.connection.getConnectedUrl() + " has JetStream turned off");
    }
    return link;
  }

  Connection connection() {
    return connection;
  }

  JetStream streams() {
    return streams;
  }

  JetStreamManagement management() {
    return management;
  }

  NatsConfig config() {
    return config;
  }

  /// Such as `2.9.10`.
  String serverVersion() {
    return connection.getServerInfo().getVersion();
  }

  boolean serverIsAtLeast(String version) {
    return connection.getServerInfo().isSameOrNewerThanVersion(version);
  }

  /// What an answer holds, or why there is none. Where the connection is cut meanwhile, nobody
  /// knows whether the question arrived, and there is no use in waiting on.
  <T> T await(String doing, CompletableFuture<T> answer) {
    try {
      return NatsErrors.told(doing, () -> within(answer));
    } catch (CancellationException late) {
      throw NatsErrors.of(doing, new TimeoutException("no answer within " + PATIENCE));
    }
  }

  private <T> T within(CompletableFuture<T> answer)
      throws IOException, InterruptedException, ExecutionException {
    try {
      if (!answer.isDone()) {
        CompletableFuture.anyOf(answer, watch.cut())
            .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (TimeoutException late) {
      throw new IOException("no answer within " + PATIENCE, late);
    }
    if (!answer.isDone()) {
      throw new CutException();
    }
    return answer.get();
  }

  /// The connection was cut before the answer came.
  static final class CutException extends IOException {

    private static final long serialVersionUID = 1L;

    private CutException() {
      super("the connection was cut");
    }
  }

  /// The guard of a write: it counts where the last message of the subject is at this revision.
  ///
  /// With several replicas a server may let two writes pass that come at once; an id in common
  /// makes the second one a duplicate. The first may be on its way still when the second hears
  /// that, or lost; then the id is free again after [NatsLayout#SAME_ID].
  ///
  /// @param tries how often this very revision was tried before
  PublishOptions onlyAfter(String subject, long revision, int tries) {
    PublishOptions.Builder guard = PublishOptions.builder().expectedLastSubjectSequence(revision);
    if (config.replicas() == 1) {
      return guard.build();
    }
    if (tries > 0) {
      waitAMoment();
    }
    return guard.messageId(subject + "@" + revision).build();
  }

  private void waitAMoment() {
    try {
      watch.cut().get(MOMENT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException over) {
      // That was the moment.
    } catch (InterruptedException interrupted) {
      throw NatsErrors.of("wait for another write", interrupted);
    }
  }

  /// Creates the stream where it is missing, with the configured number of replicas. One that is
  /// there stays as it is; where it differs, the log says how.
  void ensureStream(StreamConfiguration wanted) {
    Provisioned found = provision(wanted, true);
    if (!found.drift().isEmpty()) {
      LOG.log(Level.WARNING, "the stream {0} differs: {1}", found.name(), found.drift());
    }
  }

  /// The same for a bucket.
  KeyValue ensureBucket(KeyValueConfiguration wanted) {
    ensureStream(wanted.getBackingConfig());
    return NatsErrors.told(
        "open the bucket " + wanted.getBucketName(),
        () -> connection.keyValue(wanted.getBucketName(), bucketOptions()));
  }

  /// How the stream is found at the servers; made where it is missing and `create` says so.
  Provisioned provision(StreamConfiguration wanted, boolean create) {
    StreamConfiguration full = asConfigured(wanted);
    return NatsErrors.told(
        "create the stream " + wanted.getName(), () -> provisioned(full, create));
  }

  /// With several replicas it is read from its leader alone, so that a read sees every write
  /// before it.
  private StreamConfiguration asConfigured(StreamConfiguration wanted) {
    return StreamConfiguration.builder(wanted)
        .replicas(config.replicas())
        .allowDirect(config.replicas() == 1)
        .build();
  }

  private Provisioned provisioned(StreamConfiguration wanted, boolean create)
      throws IOException, JetStreamApiException {
    try {
      StreamConfiguration there = management.getStreamInfo(wanted.getName()).getConfiguration();
      if (!Set.copyOf(there.getSubjects()).equals(Set.copyOf(wanted.getSubjects()))) {
        throw otherLayout(wanted, there);
      }
      return new Provisioned(wanted.getName(), Outcome.PRESENT, StreamDrift.between(wanted, there));
    } catch (JetStreamApiException missing) {
      if (!NatsErrors.is(missing, NatsErrors.STREAM_NOT_FOUND)) {
        throw missing;
      }
    }
    if (!create) {
      return new Provisioned(wanted.getName(), Outcome.MISSING, List.of());
    }
    // Of several that create it at once all succeed: what they ask for is the same.
    management.addStream(wanted);
    return new Provisioned(wanted.getName(), Outcome.CREATED, List.of());
  }

  /// What is on other subjects would never be found.
  private static WaybillException otherLayout(
      StreamConfiguration wanted, StreamConfiguration there) {
    return new WaybillException(
        Code.OLDER_FORMAT,
        "the stream %s has the subjects %s; this version stores on %s."
                .formatted(wanted.getName(), there.getSubjects(), wanted.getSubjects())
            + " Use the version that made it, or another NATS account.");
  }

  private static KeyValueOptions bucketOptions() {
    return KeyValueOptions.builder().jsRequestTimeout(PATIENCE).build();
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static Options options(NatsConfig config, LinkWatch watch) {
    Options.Builder options =
        Options.builder()
            .servers(config.servers().toArray(String[]::new))
            .connectionName("waybill")
            .connectionTimeout(CONNECT_WITHIN)
            .maxReconnects(-1)
            .reconnectWait(RECONNECT_AFTER)
            .reconnectJitter(RECONNECT_AFTER)
            .errorListener(watch)
            .connectionListener(watch);
    secure(options, config);
    return logIn(options, config.login()).build();
  }

  private static void secure(Options.Builder options, NatsConfig config) {
    NatsTls tls = config.tls();
    boolean wanted = config.servers().stream().anyMatch(server -> server.startsWith("tls:"));
    if (tls == null && !wanted) {
      return;
    }
    try {
      SSLContext trusting = tls == null ? SSLContext.getDefault() : tls.context();
      List<String> hosts = config.servers().stream().map(NatsLink::host).toList();
      // A certificate is for a name, so connections must be made by name; most other modes hand on
      // an address.
      options
          .sslContext(VerifyingContext.of(trusting, hosts))
          .hostnameResolveMode(Options.HostnameResolveMode.HappyEyeballs);
    } catch (GeneralSecurityException none) {
      throw new WaybillException(Code.INVALID_ARGUMENT, "this JDK has no TLS", none);
    }
  }

  /// As the client library reads it, so that names are the same here and there.
  private static String host(String server) {
    try {
      return new NatsUri(server).getHost();
    } catch (URISyntaxException wrong) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "the address of a NATS server cannot be read", wrong);
    }
  }

  private static String shown(Login login) {
    return switch (login) {
      case Login.None() -> "no credentials";
      case Login.Credentials(var file) -> "the credentials in " + file;
      case Login.Password(var user, _) -> "the password of " + user;
      case Login.Token(_) -> "this token";
    };
  }

  private static AuthHandler credentials(Path file) {
    if (!Files.isReadable(file)) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "the credentials of NATS cannot be read: " + file);
    }
    AuthHandler handler = Nats.credentials(file.toString());
    char[] token = handler.getJWT();
    if (token == null || token.length == 0) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "there are no credentials of NATS in " + file);
    }
    return handler;
  }

  private static Options.Builder logIn(Options.Builder options, Login login) {
    return switch (login) {
      case Login.None() -> options;
      case Login.Credentials(var file) -> options.authHandler(credentials(file));
      case Login.Password(var user, var password) ->
          options.userInfo(user.toCharArray(), password.toCharArray());
      case Login.Token(var token) -> options.token(token.toCharArray());
    };
  }
}
