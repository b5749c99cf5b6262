package dev.waybill.backend.redis;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.FreePort;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// A Redis Cluster of three nodes, whose slots are spread over all of them.
final class RedisCluster implements TestedRedis, AutoCloseable {

  private static final int SLOTS = 16_384;
  private static final int NODES = 3;

  private final List<RedisServer> servers = new ArrayList<>();

  RedisCluster() {
    List<Integer> buses = new ArrayList<>();
    for (int i = 0; i < NODES; i++) {
      int bus = FreePort.next();
      buses.add(bus);
      servers.add(
          RedisServer.start("--cluster-enabled", "yes", "--cluster-port", String.valueOf(bus)));
    }
    for (int i = 0; i < NODES; i++) {
      int from = SLOTS * i / NODES;
      int to = SLOTS * (i + 1) / NODES - 1;
      on(servers.get(i), redis -> redis.clusterAddSlots(IntStream.rangeClosed(from, to).toArray()));
    }
    for (int i = 1; i < NODES; i++) {
      RedisServer other = servers.get(i);
      int bus = buses.get(i);
      on(servers.getFirst(), redis -> meet(redis, other, bus));
    }
    awaitAll();
  }

  private static void meet(RedisCommands<String, String> redis, RedisServer other, int bus) {
    redis.dispatch(
        CommandType.CLUSTER,
        new StatusOutput<>(StringCodec.UTF8),
        new CommandArgs<>(StringCodec.UTF8)
            .add("MEET")
            .add("127.0.0.1")
            .add(other.port())
            .add(bus));
  }

  /// Returns when every node knows all slots.
  private void awaitAll() {
    servers.forEach(
        server ->
            eventually(
                () ->
                    on(
                        server,
                        redis ->
                            assertThat(redis.clusterInfo())
                                .contains("cluster_state:ok", "cluster_known_nodes:3"))));
  }

  List<RedisServer> servers() {
    return servers;
  }

  static void on(RedisServer server, Consumer<RedisCommands<String, String>> action) {
    RedisClient client = RedisClient.create(server.url());
    try (StatefulRedisConnection<String, String> connection = client.connect()) {
      action.accept(connection.sync());
    } finally {
      client.shutdown();
    }
  }

  @Override
  public RedisConfig config() {
    return servers
        .getFirst()
        .config()
        .withServers(servers.stream().map(RedisServer::address).toList());
  }

  @Override
  public void kill() {
    servers.forEach(RedisServer::kill);
  }

  @Override
  public void restart() {
    servers.forEach(RedisServer::restart);
    awaitAll();
  }

  @Override
  public void close() {
    servers.forEach(RedisServer::close);
  }
}
