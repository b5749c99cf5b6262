package dev.waybill.server.http;

import dev.waybill.Code;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.base.TlsFiles;
import dev.waybill.server.auth.Access;
import dev.waybill.server.auth.AuditLog;
import dev.waybill.server.auth.Books;
import dev.waybill.server.auth.Waits;
import dev.waybill.server.http.api.HttpLimits;
import dev.waybill.server.http.api.Routes;
import dev.waybill.server.http.connection.AddressLimit;
import dev.waybill.server.http.connection.BadRequests;
import dev.waybill.server.http.connection.DelayedTasks;
import dev.waybill.server.http.connection.Exchanges;
import dev.waybill.server.http.connection.HttpWaits;
import dev.waybill.server.http.connection.RequestHandler;
import dev.waybill.server.http.connection.Streams;
import dev.waybill.server.http.console.ConsoleSignIn;
import dev.waybill.server.http.operation.OperationBook;
import dev.waybill.server.http.operation.Operations;
import dev.waybill.server.http.pages.ConsolePages;
import dev.waybill.server.http.routes.RouteTable;
import dev.waybill.server.telemetry.Calls;
import dev.waybill.server.telemetry.MetricsPage;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/// The HTTP surface. A few platform threads watch the sockets; every call runs on a virtual thread.
public final class HttpServer {

  /// Observes calls, and serves a metrics page if there is one.
  public record Watching(Calls calls, @Nullable MetricsPage page) {

    public static final Watching NONE = new Watching(Calls.unwatched(), null);
  }

  /// The input buffer. Connections hold it only while they read, but a client decides how long that
  /// is.
  private static final int INPUT_BYTES = 16 * 1024;

  private static final Duration LOOK_EVERY = Duration.ofMillis(250);
  private static final Duration OPERATIONS_EVERY = Duration.ofSeconds(5);
  private static final Duration REPEATS_EVERY = Duration.ofSeconds(10);
  private static final int BACKLOG = 1_024;
  private static final int ACCEPTORS = 1;
  private static final int SELECTORS =
      Math.clamp(Runtime.getRuntime().availableProcessors() / 2, 1, 4);

  private final Server server;
  private final ServerConnector connector;
  private final Exchanges exchanges;
  private final Waits waits = new Waits();
  private final Streams streams;
  private final Operations operations;
  private final DelayedTasks ticker;
  private final Optional<AuditLog> audit;

  private HttpServer(
      Waybill waybill,
      Access access,
      String host,
      int port,
      HttpLimits limits,
      @Nullable TlsFiles tls,
      Watching watching) {
    exchanges = new Exchanges(limits.times(), watching.calls());
    HttpWaits httpWaits = new HttpWaits(waits, access.quotas().waiting());
    ticker = new DelayedTasks();
    audit = access.books().map(Books::audit);
    operations = new Operations(waybill, OperationBook.of(access), limits.bulk());
    streams = new Streams(access.quotas().streams(), limits, httpWaits);
    ConsolePages pages = ConsolePages.load(limits.console().isEnabled());
    Routes routes =
        RouteTable.of(
            exchanges,
            httpWaits,
            ticker,
            operations,
            limits,
            new RouteTable.Parts(access, pages, watching.page()));
    RequestHandler.Served served =
        new RequestHandler.Served(routes, pages, ConsoleSignIn.of(access, limits, pages));
    server = new Server(threads());
    connector = connector(server, host, port, limits, tls);
    connector.addBean(exchanges);
    connector.addBean(new AddressLimit(limits.connectionsPerAddress()));
    server.addConnector(connector);
    server.addBean(new NetworkConnectionLimit(limits.connections(), connector));
    server.setHandler(new RequestHandler(waybill, access, served, limits, exchanges, streams));
    server.setErrorHandler(new BadRequests(exchanges));
    ticker.every(LOOK_EVERY, exchanges::endOverdue);
    ticker.every(LOOK_EVERY, streams::beat);
    ticker.every(limits.heartbeat(), () -> Thread.startVirtualThread(waits::checkCredentials));
    ticker.every(OPERATIONS_EVERY, () -> Thread.startVirtualThread(operations::look));
    audit.ifPresent(log -> ticker.every(REPEATS_EVERY, () -> log.recordRepeats(false)));
  }

  public static HttpServer start(
      Waybill waybill, Access access, String host, int port, HttpLimits limits) {
    return start(waybill, access, host, port, limits, null, Watching.NONE);
  }

  /// Returns when the server accepts calls.
  ///
  /// @param tls the certificate and key of the server; null for plain text
  public static HttpServer start(
      Waybill waybill,
      Access access,
      String host,
      int port,
      HttpLimits limits,
      @Nullable TlsFiles tls,
      Watching watching) {
    HttpServer http = new HttpServer(waybill, access, host, port, limits, tls, watching);
    try {
      http.server.start();
      http.operations.look();
      return http;
    } catch (Exception failed) {
      http.ticker.close();
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "cannot listen on " + host + ":" + port + ": " + failed.getMessage(),
          failed);
    }
  }

  /// The current load.
  ///
  /// @param requests active calls, including long polls and streams
  public record Load(int connections, int requests, int waiting, int streams) {}

  public Load load() {
    return new Load(exchanges.connections(), exchanges.requests(), waits.size(), streams.size());
  }

  public int port() {
    return connector.getLocalPort();
  }

  /// Refuses new calls, ends long polls and streams, and waits for the others within the grace.
  public void close(Duration grace) {
    try {
      exchanges.drain();
      var _ = connector.shutdown();
      waits.endAll();
      operations.close();
      exchanges.awaitNone(grace);
      server.stop();
      audit.ifPresent(log -> log.recordRepeats(true));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } catch (Exception failed) {
      throw new WaybillException(Code.CLOSED, "the server did not close cleanly", failed);
    } finally {
      ticker.close();
    }
  }

  private static QueuedThreadPool threads() {
    int few = ACCEPTORS + SELECTORS + 2;
    QueuedThreadPool threads = new QueuedThreadPool(few, few);
    threads.setName("waybill-http");
    threads.setDaemon(true);
    threads.setReservedThreads(0);
    threads.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
    return threads;
  }

  private static ServerConnector connector(
      Server server, String host, int port, HttpLimits limits, @Nullable TlsFiles tls) {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(limits.headerBytes());
    HttpConnectionFactory plain = new HttpConnectionFactory(http);
    plain.setInputBufferSize(INPUT_BYTES);
    ConnectionFactory[] layers =
        tls == null ? new ConnectionFactory[] {plain} : secured(tls, http, plain);
    ServerConnector connector = new ServerConnector(server, ACCEPTORS, SELECTORS, layers);
    connector.setHost(host);
    connector.setPort(port);
    connector.setIdleTimeout(limits.idle().toMillis());
    connector.setAcceptQueueSize(BACKLOG);
    connector.setShutdownIdleTimeout(LOOK_EVERY.toMillis());
    return connector;
  }

  private static ConnectionFactory[] secured(
      TlsFiles tls, HttpConfiguration http, HttpConnectionFactory plain) {
    http.addCustomizer(new SecureRequestCustomizer(false));
    SslContextFactory.Server context = new SslContextFactory.Server();
    context.setKeyStore(tls.keyStore());
    context.setKeyStorePassword("");
    context.setIncludeProtocols("TLSv1.3", "TLSv1.2");
    return new ConnectionFactory[] {new SslConnectionFactory(context, plain.getProtocol()), plain};
  }
}
