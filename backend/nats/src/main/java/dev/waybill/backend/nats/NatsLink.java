package dev.waybill.backend.nats;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.backend.nats.NatsConfig.Login;
import dev.waybill.backend.support.SideBySide;
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

/// One connection to NATS. It reconnects forever, to any of the servers. Requests wait meanwhile
/// for a limited time, and then fail with a retryable code.
final class NatsLink implements AutoCloseable {

  /// The maximum time of one request to JetStream, including a change of leader.
  static final Duration PATIENCE = Duration.ofSeconds(10);

  /// Room for a job with long names and texts, and large payloads as blobs.
  private static final long LEAST_PAYLOAD = 8 * 1024;

  private static final Logger LOG = System.getLogger(NatsLink.class.getName());
  private static final Duration MOMENT = Duration.ofMillis(100);
  private static final int CREATIONS = 20;
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
          "NATS at %s refuses %s: %s"
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

  /// For example `2.9.10`.
  String serverVersion() {
    return connection.getServerInfo().getVersion();
  }

  boolean serverIsAtLeast(String version) {
    return connection.getServerInfo().isSameOrNewerThanVersion(version);
  }

  /// The content of an answer, or the failure. If the connection is lost meanwhile, it is unknown
  /// whether the request arrived, and waiting longer is pointless.
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

  /// The connection was lost before the answer.
  static final class CutException extends IOException {

    private static final long serialVersionUID = 1L;

    private CutException() {
      super("the connection was lost");
    }
  }

  /// The guard of a write: it succeeds only if the last message of the subject has this revision.
  ///
  /// With several replicas a server may accept two concurrent writes; a shared message ID makes the
  /// second one a duplicate. The first may still be in progress when the second is refused, or be
  /// lost; then the ID is free again after [NatsLayout#SAME_ID].
  ///
  /// @param tries how often this revision was tried before
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

  /// Returns early if the connection is lost.
  void waitAMoment() {
    try {
      watch.cut().get(MOMENT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException over) {
      // the time is over
    } catch (InterruptedException interrupted) {
      throw NatsErrors.of("wait for another write", interrupted);
    }
  }

  /// Refuses a server whose messages are too small for the record of a job.
  void requireRoomInMessages() {
    long most = connection.getMaxPayload();
    if (most < LEAST_PAYLOAD) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "max_payload of the NATS server at %s is %d bytes; set at least %d"
              .formatted(connection.getConnectedUrl(), most, LEAST_PAYLOAD));
    }
  }

  /// Forgets what was not permitted before.
  void clearForbidden() {
    watch.forbidden();
  }

  /// Explains a failure: the broker does not answer what it does not permit.
  WaybillException explained(WaybillException failure) {
    String forbidden = watch.forbidden();
    return failure.code() != Code.UNAVAILABLE || forbidden == null
        ? failure
        : new WaybillException(
            Code.INVALID_ARGUMENT,
            "NATS does not permit what Waybill needs: "
                + forbidden
                + "; give the user of NATS the permissions in docs/backends.md",
            failure);
  }

  /// Creates missing streams at once; see [#ensureStream].
  void ensureStreams(List<StreamConfiguration> wanted) {
    List<Provisioned> found = SideBySide.ask(wanted, stream -> provision(stream, true));
    found.forEach(NatsLink::reportDrift);
  }

  /// Creates a missing stream, with the configured number of replicas. An existing stream is not
  /// changed; differences are logged.
  void ensureStream(StreamConfiguration wanted) {
    reportDrift(provision(wanted, true));
  }

  private static void reportDrift(Provisioned found) {
    if (!found.drift().isEmpty()) {
      LOG.log(
          Level.WARNING,
          "the stream {0} differs from the configuration of Waybill: {1}",
          found.name(),
          found.drift());
    }
  }

  /// Creates a missing bucket; see [#ensureStream].
  KeyValue ensureBucket(KeyValueConfiguration wanted) {
    ensureStream(wanted.getBackingConfig());
    return NatsErrors.told(
        "open the bucket " + wanted.getBucketName(),
        () -> connection.keyValue(wanted.getBucketName(), bucketOptions()));
  }

  /// Compares the stream with the servers; creates it if it is missing and `create` is true.
  Provisioned provision(StreamConfiguration wanted, boolean create) {
    StreamConfiguration full = asConfigured(wanted);
    return NatsErrors.told(
        "create the stream " + wanted.getName(), () -> provisioned(full, create));
  }

  /// With several replicas the stream is read from its leader only, so that a read sees every
  /// earlier write.
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
    return created(wanted);
  }

  /// Concurrent creations succeed, because their configurations are equal. A server may still
  /// refuse one while it creates the stream for the other, or deletes one of the same name.
  private Provisioned created(StreamConfiguration wanted)
      throws IOException, JetStreamApiException {
    for (int tries = 1; true; tries++) {
      try {
        management.addStream(wanted);
        return new Provisioned(wanted.getName(), Outcome.CREATED, List.of());
      } catch (JetStreamApiException refused) {
        Provisioned now = provisioned(wanted, false);
        if (now.outcome() != Outcome.MISSING) {
          return now;
        }
        if (tries == CREATIONS || !NatsErrors.is(refused, NatsErrors.STREAM_NOT_CREATED)) {
          throw refused;
        }
        waitAMoment();
      }
    }
  }

  /// Messages on other subjects would never be found.
  private static WaybillException otherLayout(
      StreamConfiguration wanted, StreamConfiguration there) {
    return new WaybillException(
        Code.OLDER_FORMAT,
        "the stream %s has the subjects %s; this version stores on %s."
                .formatted(wanted.getName(), there.getSubjects(), wanted.getSubjects())
            + " Use the version that created it, or another NATS account.");
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
      // A certificate is for a name, so connections must be made by name; most other modes resolve
      // it to an address.
      options
          .sslContext(VerifyingContext.of(trusting, hosts))
          .hostnameResolveMode(Options.HostnameResolveMode.HappyEyeballs);
    } catch (GeneralSecurityException none) {
      throw new WaybillException(Code.INVALID_ARGUMENT, "this JDK does not support TLS", none);
    }
  }

  /// Parsed as by the client library, so that names are equal.
  private static String host(String server) {
    try {
      return new NatsUri(server).getHost();
    } catch (URISyntaxException wrong) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "the address of a NATS server is invalid", wrong);
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
          Code.INVALID_ARGUMENT, "cannot read the NATS credentials: " + file);
    }
    AuthHandler handler = Nats.credentials(file.toString());
    char[] token = handler.getJWT();
    if (token == null || token.length == 0) {
      throw new WaybillException(Code.INVALID_ARGUMENT, "no NATS credentials in " + file);
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
