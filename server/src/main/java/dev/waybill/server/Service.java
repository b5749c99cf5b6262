package dev.waybill.server;

import dev.waybill.Capabilities;
import dev.waybill.Waybill;
import dev.waybill.base.TlsFiles;
import dev.waybill.engine.Engine;
import dev.waybill.engine.EngineOpener;
import dev.waybill.messages.MessageIndexLag;
import dev.waybill.server.activity.SeriesFile;
import dev.waybill.server.activity.WatchedBackend;
import dev.waybill.server.auth.Access;
import dev.waybill.server.auth.AccessSettings;
import dev.waybill.server.auth.Books;
import dev.waybill.server.auth.CallerNetwork;
import dev.waybill.server.auth.LocalAdmin;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.ConfiguredStore;
import dev.waybill.server.config.ConsoleKeys;
import dev.waybill.server.config.Keys;
import dev.waybill.server.grpc.GrpcServer;
import dev.waybill.server.grpc.GrpcSettings;
import dev.waybill.server.http.HttpServer;
import dev.waybill.server.http.api.ConsoleSettings;
import dev.waybill.server.http.api.HttpLimits;
import dev.waybill.server.http.api.McpMode;
import dev.waybill.server.telemetry.Telemetry;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A running server: its store, HTTP and gRPC, started from a configuration.
public final class Service implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(Service.class.getName());

  private final Telemetry telemetry;
  private final Waybill waybill;
  private final WaybillServer http;
  private final GrpcServer grpc;
  private final Processing processing;
  private final SeriesFile series;
  private final AddressFile address;
  private final Config config;
  private final boolean open;
  private final Capabilities.Durability durability;

  private Service(
      Telemetry telemetry,
      Waybill waybill,
      WaybillServer http,
      GrpcServer grpc,
      Processing processing,
      SeriesFile series,
      AddressFile address,
      Config config,
      boolean open,
      Capabilities.Durability durability) {
    this.telemetry = telemetry;
    this.waybill = waybill;
    this.http = http;
    this.grpc = grpc;
    this.processing = processing;
    this.series = series;
    this.address = address;
    this.config = config;
    this.open = open;
    this.durability = durability;
  }

  /// Returns when the server accepts calls. If a part cannot start, nothing is left running.
  public static Service start(Config config) {
    return start(config, System.getenv());
  }

  /// @param environment the variables `OTEL_*` configure the export of metrics and traces
  public static Service start(Config config, Map<String, String> environment) {
    if (!Files.exists(config.get(Keys.STORE_PATH))) {
      Ports.requireUsable(config); // before a data directory is created
    }
    return start(config, environment, () -> {});
  }

  /// As [#start(Config)], on ports that something else may use until then.
  ///
  /// @param freePorts is called when the store is open
  public static Service start(Config config, Runnable freePorts) {
    return start(config, System.getenv(), freePorts);
  }

  private static Service start(Config config, Map<String, String> environment, Runnable freePorts) {
    Path folder = config.get(Keys.STORE_PATH);
    try (Started started = new Started()) {
      Settings configured = EngineSettings.of(config);
      Telemetry telemetry = started.add(Telemetry.start(environment, configured.clock()));
      Settings settings = configured.withCallObserver(telemetry.serviceCalls());
      Backend store = ConfiguredStore.of(config).open(settings);
      WatchedBackend backend =
          new WatchedBackend(telemetry.observe(started.add(store)), settings.clock());
      SeriesFile series = started.add(SeriesFile.open(backend, folder));
      Engine engine = started.add(EngineOpener.over(backend, settings));
      Waybill waybill = telemetry.observe(engine);
      LocalAdmin admin = engine.service(LocalAdmin.class);
      telemetry.watchCatalog(() -> admin.index().lagSeconds());
      telemetry.watchMessageIndex(engine.service(MessageIndexLag.class)::seconds);
      AccessSettings asked = ConfiguredAccess.of(config);
      Access shared = Access.over(engine.service(Books.class), asked);
      Access access =
          backend.capabilities().has(Capabilities.Feature.SHARED) ? shared : shared.alone();
      freePorts.run();
      WaybillServer http =
          started.add(
              WaybillServer.start(waybill, serverSettings(config), access, watching(telemetry)));
      GrpcServer grpc =
          started.add(GrpcServer.start(waybill, grpcSettings(config), access, telemetry.calls()));
      telemetry.countStreams("http", () -> http.load().streams());
      telemetry.countStreams("grpc", grpc::streams);
      telemetry.countSetBack(grpc::setBack);
      Processing processing =
          started.add(Processing.start(config, waybill, backend.ledger(), settings.clock()));
      AddressFile address = AddressFile.in(folder);
      Service service =
          new Service(
              telemetry,
              waybill,
              http,
              grpc,
              processing,
              series,
              address,
              config,
              access.isOpen(),
              backend.capabilities().durability());
      address.write(service.httpAddress());
      warnIfUnencrypted(config);
      started.keep();
      return service;
    }
  }

  private static void warnIfUnencrypted(Config config) {
    String host = config.get(Keys.HOST);
    if (tls(config) == null && !CallerNetwork.isThisMachine(host)) {
      LOG.log(
          System.Logger.Level.WARNING,
          "listening on {0} without TLS: keys, tokens and payloads cross the network unencrypted."
              + " Set {1} and {2}, or set {3} to 127.0.0.1 and put a TLS proxy in front.",
          host,
          Keys.TLS_CERTIFICATE.name(),
          Keys.TLS_KEY.name(),
          Keys.HOST.name());
    }
  }

  /// Whether the server was started without API keys, open to everybody on this machine.
  public boolean isOpen() {
    return open;
  }

  /// What acknowledged writes survive.
  public Capabilities.Durability durability() {
    return durability;
  }

  public String httpAddress() {
    String scheme = tls(config) == null ? "http://" : "https://";
    return scheme + reachable(config.get(Keys.HOST)) + ":" + http.port();
  }

  public String grpcAddress() {
    return reachable(config.get(Keys.HOST)) + ":" + grpc.port();
  }

  /// A server that listens on all addresses is also reachable on the loopback address.
  private static String reachable(String host) {
    return switch (host) {
      case "0.0.0.0" -> "127.0.0.1";
      case "::" -> "[::1]";
      case String named -> named.contains(":") ? "[" + named + "]" : named;
    };
  }

  private static HttpServer.Watching watching(Telemetry telemetry) {
    return new HttpServer.Watching(telemetry.calls(), telemetry.page());
  }

  private static ServerSettings serverSettings(Config config) {
    return ServerSettings.DEFAULT
        .withHost(config.get(Keys.HOST))
        .withPort(config.get(Keys.PORT))
        .withGrace(config.get(Keys.GRACE))
        .withTls(tls(config))
        .withHttp(httpLimits(config));
  }

  private static HttpLimits httpLimits(Config config) {
    Connections connections = Connections.of(config);
    return HttpLimits.DEFAULT
        .withBodyBytes(config.get(Keys.MAX_BODY))
        .withConnections(connections.all())
        .withConnectionsPerAddress(connections.perAddress())
        .withDocs(Boolean.parseBoolean(config.get(Keys.DOCS)))
        .withMcp(McpMode.valueOf(config.get(Keys.MCP).toUpperCase(Locale.ROOT)))
        .withConsole(console(config))
        .withBulk(
            new HttpLimits.BulkLimits(
                config.get(Keys.OPERATIONS), config.get(Keys.OPERATIONS_PER_TENANT)));
  }

  private static ConsoleSettings console(Config config) {
    String secret = config.find(ConsoleKeys.CLIENT_SECRET).orElse(null);
    return new ConsoleSettings(
        Boolean.parseBoolean(config.get(ConsoleKeys.ENABLED)),
        ConsoleKeys.longestSession(config),
        config.find(ConsoleKeys.URL).orElse(null),
        config
            .find(ConsoleKeys.CLIENT_ID)
            .map(id -> new ConsoleSettings.OidcClient(id, secret))
            .orElse(null));
  }

  private static GrpcSettings grpcSettings(Config config) {
    Connections connections = Connections.of(config);
    return GrpcSettings.DEFAULT
        .withReflection(Boolean.parseBoolean(config.get(Keys.REFLECTION)))
        .withConnections(connections.all(), connections.perAddress())
        .withHost(config.get(Keys.HOST))
        .withPort(config.get(Keys.GRPC_PORT))
        .withGrace(config.get(Keys.GRACE))
        .withTls(tls(config));
  }

  /// The configuration has both files or neither.
  private static @Nullable TlsFiles tls(Config config) {
    return config
        .find(Keys.TLS_CERTIFICATE)
        .map(certificate -> new TlsFiles(certificate, config.get(Keys.TLS_KEY)))
        .orElse(null);
  }

  /// Refuses new calls, waits for active ones, and closes the store.
  @Override
  public void close() {
    address.close();
    http.close();
    grpc.close();
    processing.close();
    telemetry.stop();
    series.close();
    waybill.close();
    telemetry.close();
  }
}
