package dev.waybill.backend.redis;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisException;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.ByteArrayCodec;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/// Opens connections to one server, or to a cluster.
final class Connector implements AutoCloseable {

  private static final Logger LOG = System.getLogger(Connector.class.getName());

  /// An idle connection that was lost without notice is found within 20 seconds.
  private static final SocketOptions.KeepAliveOptions PROBES =
      SocketOptions.KeepAliveOptions.builder()
          .enable(true)
          .idle(Duration.ofSeconds(10))
          .interval(Duration.ofSeconds(3))
          .count(3)
          .build();

  private final AbstractRedisClient client;
  private final Supplier<Line> connecting;
  private final AtomicLong connections = new AtomicLong();

  private Connector(AbstractRedisClient client, Supplier<Line> connecting) {
    this.client = client;
    this.connecting = connecting;
    client.addListener(
        new RedisConnectionStateListener() {
          @Override
          public void onRedisConnected(
              RedisChannelHandler<?, ?> connection, SocketAddress socketAddress) {
            connections.incrementAndGet();
          }
        });
  }

  /// How many connections were made, those after a loss included.
  long connections() {
    return connections.get();
  }

  /// A connection with its commands.
  ///
  /// @param writable the commands of each server that accepts writes
  record Line(
      StatefulConnection<byte[], byte[]> connection,
      RedisClusterAsyncCommands<byte[], byte[]> commands,
      Supplier<List<RedisClusterAsyncCommands<byte[], byte[]>>> writable)
      implements AutoCloseable {

    private static Line of(StatefulRedisConnection<byte[], byte[]> one) {
      return new Line(one, one.async(), () -> List.of(one.async()));
    }

    private static Line of(
        StatefulRedisClusterConnection<byte[], byte[]> all, RedisClusterClient client) {
      return new Line(
          all,
          all.async(),
          () ->
              client.getPartitions().stream()
                  .filter(node -> node.is(RedisClusterNode.NodeFlag.UPSTREAM))
                  .<RedisClusterAsyncCommands<byte[], byte[]>>map(
                      node -> all.getConnection(node.getNodeId()).async())
                  .toList());
    }

    @Override
    public void close() {
      connection.close();
    }
  }

  static Connector ofServer(RedisConfig config) {
    RedisClient client = RedisClient.create(config.uris().getFirst());
    client.setOptions(options(config, ClientOptions.builder()).build());
    return new Connector(client, () -> Line.of(client.connect(ByteArrayCodec.INSTANCE)));
  }

  static Connector ofCluster(RedisConfig config) {
    RedisClusterClient client = RedisClusterClient.create(config.uris());
    ClusterClientOptions.Builder options = ClusterClientOptions.builder();
    options(config, options);
    options.topologyRefreshOptions(
        ClusterTopologyRefreshOptions.builder()
            .enablePeriodicRefresh(Duration.ofSeconds(15))
            .build());
    client.setOptions(options.build());
    return new Connector(client, () -> Line.of(client.connect(ByteArrayCodec.INSTANCE), client));
  }

  /// Commands in flight fail when the connection is lost, and are not repeated by the driver: the
  /// server may have executed them, and a repetition must say so.
  private static ClientOptions.Builder options(RedisConfig config, ClientOptions.Builder options) {
    options.autoReconnect(true);
    options.replayFilter(_ -> true);
    options.disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS);
    options.timeoutOptions(TimeoutOptions.builder().timeoutCommands(false).build());
    options.socketOptions(
        SocketOptions.builder().connectTimeout(RedisLink.ANSWER_WITHIN).keepAlive(PROBES).build());
    RedisTls tls = config.tls();
    if (tls != null) {
      options.sslOptions(tls.options());
    }
    return options;
  }

  Line connect() {
    return connecting.get();
  }

  /// The first connection; closes the client if there is none.
  Line connectFirst() {
    try {
      return connect();
    } catch (RedisException failure) {
      close();
      throw failure;
    }
  }

  /// Waits for a limited time: Lettuce can wait without end for a connection that breaks meanwhile.
  @Override
  public void close() {
    long millis = RedisLink.ANSWER_WITHIN.toMillis();
    try {
      client.shutdownAsync(0, millis, TimeUnit.MILLISECONDS).get(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException notClosed) {
      LOG.log(Level.DEBUG, "a connection to Redis is not closed yet", notClosed);
    }
  }
}
