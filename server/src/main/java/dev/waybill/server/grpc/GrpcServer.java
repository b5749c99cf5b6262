package dev.waybill.server.grpc;

import dev.waybill.Waybill;
import dev.waybill.proto.v1.JobServiceGrpc;
import dev.waybill.proto.v1.ScheduleServiceGrpc;
import dev.waybill.proto.v1.TopicServiceGrpc;
import dev.waybill.server.auth.Access;
import dev.waybill.server.config.TlsFiles;
import dev.waybill.server.telemetry.Calls;
import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/// Serves Waybill over gRPC, with the health and reflection services, on virtual threads.
public final class GrpcServer implements AutoCloseable {

  private static final int MAX_HEADER_BYTES = 16 * 1024;

  /// A client that pings more often than this is sent away.
  private static final Duration SHORTEST_PING = Duration.ofSeconds(10);

  /// How long a connection is silent before the server asks whether it is still there.
  private static final Duration PING_AFTER = Duration.ofMinutes(1);

  private static final Duration PING_TIMEOUT = Duration.ofSeconds(20);
  private static final Duration LONGEST_IDLE = Duration.ofMinutes(30);
  private static final Duration AFTER_GRACE = Duration.ofSeconds(5);

  private final Server server;
  private final HealthStatusManager health;
  private final Waits waits;
  private final StreamCounts streams;
  private final Duration grace;
  private final AtomicBoolean closed = new AtomicBoolean();

  private GrpcServer(
      Server server,
      HealthStatusManager health,
      Waits waits,
      StreamCounts streams,
      Duration grace) {
    this.server = server;
    this.health = health;
    this.waits = waits;
    this.streams = streams;
    this.grace = grace;
  }

  /// Lets everybody in, and so can be reached from this machine only.
  public static GrpcServer start(Waybill waybill, GrpcSettings settings) {
    return start(waybill, settings, Access.open());
  }

  /// Answers once it listens. Closing the server leaves `waybill` open.
  public static GrpcServer start(Waybill waybill, GrpcSettings settings, Access access) {
    return start(waybill, settings, access, Calls.unwatched());
  }

  /// @param calls watches what is called
  public static GrpcServer start(
      Waybill waybill, GrpcSettings settings, Access access, Calls calls) {
    access.checkMayListenOn(settings.host());
    HealthStatusManager health = new HealthStatusManager();
    Waits waits = new Waits();
    StreamCounts streams = new StreamCounts();
    BindableService jobs = new JobCalls(waybill, waits, streams, settings, access);
    ServerInterceptor[] entrance = {new CallWatch(calls), new Callers(access.door())};
    Server server =
        limited(settings)
            .executor(GrpcServer::onThreadOfItsOwn)
            .addService(ServerInterceptors.interceptForward(jobs, entrance))
            .addService(ServerInterceptors.interceptForward(new TopicCalls(waybill), entrance))
            .addService(
                ServerInterceptors.interceptForward(new ScheduleCalls(waybill, access), entrance))
            .addService(health.getHealthService())
            .addService(ProtoReflectionServiceV1.newInstance())
            .build();
    health.setStatus(JobServiceGrpc.SERVICE_NAME, ServingStatus.SERVING);
    health.setStatus(TopicServiceGrpc.SERVICE_NAME, ServingStatus.SERVING);
    health.setStatus(ScheduleServiceGrpc.SERVICE_NAME, ServingStatus.SERVING);
    listen(server, settings);
    return new GrpcServer(server, health, waits, streams, settings.grace());
  }

  public int port() {
    return server.getPort();
  }

  /// How many event streams are open.
  public int streams() {
    return streams.open();
  }

  /// How often a stream was set back because its reader stood still.
  public long setBack() {
    return streams.setBack();
  }

  /// Refuses new calls, answers long polls with what they have, ends streams so that their readers
  /// resume elsewhere, and lets calls that run go on for the grace of the settings.
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
    }
  }

  private static NettyServerBuilder limited(GrpcSettings settings) {
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(new InetSocketAddress(settings.host(), settings.port()))
            .maxInboundMessageSize(settings.maxRequestBytes())
            .maxInboundMetadataSize(MAX_HEADER_BYTES)
            .maxConcurrentCallsPerConnection(settings.maxCallsPerConnection())
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

  /// Not an executor service: one that was shut down would refuse the last words of connections
  /// that end after the server has.
  private static void onThreadOfItsOwn(Runnable task) {
    Thread.ofVirtual().name("waybill-grpc").start(task);
  }

  private boolean ends(Duration patience) throws InterruptedException {
    return server.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS);
  }
}
