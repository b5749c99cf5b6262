package dev.waybill.server.grpc;

import dev.waybill.server.auth.CallerNetwork;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandler;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.IoHandlerFactory;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// The threads of gRPC, event loops for sockets and virtual threads for calls, and a limit of
/// connections: connections above it are closed when they are accepted, before TLS or HTTP/2 begin.
final class GrpcTransport implements Executor, AutoCloseable {

  private static final int WORKERS = Runtime.getRuntime().availableProcessors() * 2;

  private final EventLoopGroup boss = group("waybill-grpc-accept", 1);
  private final EventLoopGroup workers = group("waybill-grpc-io", WORKERS);
  private final GrpcSettings.Limits limits;
  private final AtomicInteger open = new AtomicInteger();

  /// The running calls, and one more until this is closed.
  private final AtomicInteger users = new AtomicInteger(1);

  private final Map<CallerNetwork, Integer> byAddress = new ConcurrentHashMap<>();

  GrpcTransport(GrpcSettings.Limits limits) {
    this.limits = limits;
  }

  NettyServerBuilder under(NettyServerBuilder builder) {
    return builder
        .bossEventLoopGroup(boss)
        .workerEventLoopGroup(workers)
        .channelFactory(this::listening);
  }

  private static EventLoopGroup group(String name, int threads) {
    IoHandlerFactory io =
        Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    return new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory(name, true), io);
  }

  private ServerChannel listening() {
    ServerChannel channel =
        Epoll.isAvailable() ? new EpollServerSocketChannel() : new NioServerSocketChannel();
    channel.pipeline().addFirst(new Admission());
    return channel;
  }

  /// The number of open connections.
  int connections() {
    return open.get();
  }

  /// Runs a call, or a part of it, on a virtual thread.
  @Override
  public void execute(Runnable call) {
    users.incrementAndGet();
    Thread.ofVirtual()
        .name("waybill-grpc")
        .start(
            () -> {
              try {
                call.run();
              } finally {
                leave();
              }
            });
  }

  /// The threads that watch sockets end after the last call: a call that ends later than the server
  /// could not answer without them.
  @Override
  public void close() {
    leave();
  }

  boolean isShutDown() {
    return workers.isShuttingDown();
  }

  private void leave() {
    if (users.decrementAndGet() == 0) {
      var _ = boss.shutdownGracefully(0, 1, TimeUnit.SECONDS);
      var _ = workers.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
  }

  /// Handles each new connection, which arrives as a message of the listening socket.
  @ChannelHandler.Sharable
  private final class Admission extends ChannelInboundHandlerAdapter {

    @Override
    public void channelRead(ChannelHandlerContext context, Object accepted) {
      Channel connection = (Channel) accepted;
      if (take(connection)) {
        context.fireChannelRead(accepted);
      } else {
        connection.unsafe().closeForcibly();
      }
    }
  }

  private boolean take(Channel connection) {
    if (!(connection.remoteAddress() instanceof InetSocketAddress remote)) {
      return true;
    }
    CallerNetwork from = CallerNetwork.of(remote.getAddress());
    int all = open.incrementAndGet();
    int theirs = byAddress.merge(from, 1, Integer::sum);
    int most = limits.connectionsPerAddress();
    if (all > limits.connections() || (most > 0 && theirs > most)) {
      giveBack(from);
      return false;
    }
    var _ = connection.closeFuture().addListener(_ -> giveBack(from));
    return true;
  }

  private void giveBack(CallerNetwork from) {
    open.decrementAndGet();
    byAddress.computeIfPresent(from, (_, count) -> count == 1 ? null : count - 1);
  }
}
