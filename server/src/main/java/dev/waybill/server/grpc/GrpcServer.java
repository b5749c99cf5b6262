package dev.waybill.server.grpc;

import dev.waybill.Waybill;
import dev.waybill.base.TlsFiles;
import dev.waybill.server.auth.Access;
import dev.waybill.server.auth.Waits;
import dev.waybill.server.telemetry.Calls;
import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/// Serves Waybill over gRPC, with the health and reflection services, on virtual threads.
public final class GrpcServer implements AutoCloseable {

  private static final int MAX_HEADER_BYTES = 16 * 1024;

  /// A client that pings more often than this is disconnected.
  private static final Duration SHORTEST_PING = Duration.ofSeconds(10);

  /// The time without traffic after which the server pings a connection.
  private static final Duration PING_AFTER = Duration.ofMinutes(1);

  private static final Duration PING_TIMEOUT = Duration.ofSeconds(20);
  private static final Duration LONGEST_IDLE = Duration.ofMinutes(30);
  private static final Duration AFTER_GRACE = Duration.ofSeconds(5);

  private final Server server;
  private final HealthStatusManager health;
  private final Waits waits;
  private final StreamCounts streams;
  private final GrpcTransport transport;
  private final Duration grace;
  private final ScheduledExecutorService ticker = ticker();
  private final AtomicBoolean closed = new AtomicBoolean();

  private GrpcServer(
      Server server,
      HealthStatusManager health,
      Waits waits,
      StreamCounts streams,
      GrpcTransport transport,
      GrpcSettings settings) {
    this.server = server;
    this.health = health;
    this.waits = waits;
    this.streams = streams;
    this.transport = transport;
    this.grace = settings.grace();
    long often = settings.limits().recheck().toMillis();
    var _ =
        ticker.scheduleWithFixedDelay(waits::checkCredentials, often, often, TimeUnit.MILLISECONDS);
  }

  /// Starts without authentication, reachable from this machine only.
  public static GrpcServer start(Waybill waybill, GrpcSettings settings) {
    return start(waybill, settings, Access.open());
  }

  /// Returns when it listens. Closing the server leaves `waybill` open.
  public static GrpcServer start(Waybill waybill, GrpcSettings settings, Access access) {
    return start(waybill, settings, access, Calls.unwatched());
  }

  /// @param calls observes all calls
  public static GrpcServer start(
      Waybill waybill, GrpcSettings settings, Access access, Calls calls) {
    access.checkMayListenOn(settings.host());
    HealthStatusManager health = new HealthStatusManager();
    Waits waits = new Waits();
    GrpcWaits grpcWaits = new GrpcWaits(waits, access.quotas().waiting());
    GrpcTransport transport = new GrpcTransport(settings.limits());
    StreamCounts streams = new StreamCounts(access.quotas().streams(), transport);
    Budget budget = new Budget(settings.bytes().allRequests());
    NettyServerBuilder builder =
        transport
            .under(limited(settings))
            .addStreamTracerFactory(Arriving.within(budget))
            .executor(transport);
    ServerInterceptor[] entrance = {new CallWatch(calls), new Callers(access), new Inbound(budget)};
    for (BindableService service :
        List.of(
            new JobCalls(waybill, grpcWaits, streams, settings, access),
            new TopicCalls(waybill),
            new ScheduleCalls(waybill, access),
            new MessageCalls(waybill, access),
            new TemplateCalls(waybill, access),
            new SuppressionCalls(waybill, access),
            new DocumentCalls(waybill, streams, access),
            new InsightCalls(waybill))) {
      ServerServiceDefinition guarded = guarded(service, entrance);
      builder.addService(guarded);
      health.setStatus(guarded.getServiceDescriptor().getName(), ServingStatus.SERVING);
    }
    ServerInterceptor[] counted = {new CallWatch(calls), new PublicCalls(access)};
    open(health, settings)
        .forEach(
            service -> builder.addService(ServerInterceptors.interceptForward(service, counted)));
    Server server = builder.build();
    try {
      listen(server, settings);
    } catch (RuntimeException unable) {
      transport.close();
      throw unable;
    }
    return new GrpcServer(server, health, waits, streams, transport, settings);
  }

  /// Messages stay bytes until the caller is authenticated and their size is checked.
  private static ServerServiceDefinition guarded(
      BindableService service, ServerInterceptor[] entrance) {
    ServerServiceDefinition checked = MethodScopes.checked(service.bindService());
    return ServerInterceptors.interceptForward(
        ServerInterceptors.useInputStreamMessages(checked), entrance);
  }

  /// Services that need no credential. Many tools support only the older reflection service.
  @SuppressWarnings("deprecation")
  private static List<BindableService> open(HealthStatusManager health, GrpcSettings settings) {
    return settings.reflection()
        ? List.of(
            health.getHealthService(),
            ProtoReflectionServiceV1.newInstance(),
            io.grpc.protobuf.services.ProtoReflectionService.newInstance())
        : List.of(health.getHealthService());
  }

  private static ScheduledExecutorService ticker() {
    return Executors.newSingleThreadScheduledExecutor(
        Thread.ofPlatform().daemon().name("waybill-grpc-ticker").factory());
  }

  /// A check that fails must not be the last.
  public int port() {
    return server.getPort();
  }

  /// The number of open event streams.
  public int streams() {
    return streams.open();
  }

  /// The number of open connections.
  public int connections() {
    return transport.connections();
  }

  /// How often a stream dropped what it had read ahead because its reader stalled.
  public long setBack() {
    return streams.setBack();
  }

  /// Refuses new calls, answers long polls with the jobs they have, ends streams so that their
  /// readers resume elsewhere, and lets active calls continue for the grace in the settings.
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      end();
    }
  }

  private void end() {
    health.enterTerminalState();
    server.shutdown();
    waits.endAll();
    try {
      if (!ends(grace)) {
        server.shutdownNow();
        ends(AFTER_GRACE);
      }
    } catch (InterruptedException interrupted) {
      server.shutdownNow();
      Thread.currentThread().interrupt();
    } finally {
      ticker.shutdownNow();
      transport.close();
    }
  }

  private static NettyServerBuilder limited(GrpcSettings settings) {
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(new InetSocketAddress(settings.host(), settings.port()))
            .maxInboundMessageSize(settings.bytes().request())
            .maxInboundMetadataSize(MAX_HEADER_BYTES)
            .maxConcurrentCallsPerConnection(settings.limits().callsPerConnection())
            .permitKeepAliveTime(SHORTEST_PING.toSeconds(), TimeUnit.SECONDS)
            .permitKeepAliveWithoutCalls(true)
            .keepAliveTime(PING_AFTER.toSeconds(), TimeUnit.SECONDS)
            .keepAliveTimeout(PING_TIMEOUT.toSeconds(), TimeUnit.SECONDS)
            .maxConnectionIdle(LONGEST_IDLE.toSeconds(), TimeUnit.SECONDS);
    TlsFiles tls = settings.tls();
    return tls == null
        ? builder
        : builder.useTransportSecurity(tls.certificate().toFile(), tls.key().toFile());
  }

  private static void listen(Server server, GrpcSettings settings) {
    try {
      server.start();
    } catch (IOException unable) {
      throw new UncheckedIOException(
          "cannot listen on " + settings.host() + ":" + settings.port(), unable);
    }
  }

  private boolean ends(Duration patience) throws InterruptedException {
    return server.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS);
  }
}
