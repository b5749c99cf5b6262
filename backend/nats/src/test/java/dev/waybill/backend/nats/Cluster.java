package dev.waybill.backend.nats;

import static dev.waybill.conformance.Eventually.eventually;

import dev.waybill.WaybillException;
import dev.waybill.conformance.Eventually;
import dev.waybill.conformance.FreePort;
import dev.waybill.conformance.NatsProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/// Three nodes with three replicas, named `n0` to `n2`.
record Cluster(List<NatsServer> nodes) implements AutoCloseable {

  private static final Duration ELECTION = Duration.ofMinutes(2);

  static Cluster start() {
    return start(NatsProcess.Release.NEWEST);
  }

  static Cluster start(NatsProcess.Release release) {
    List<String> routes =
        IntStream.range(0, 3).mapToObj(_ -> "nats://127.0.0.1:" + FreePort.next()).toList();
    List<NatsServer> nodes = new ArrayList<>();
    for (int n = 0; n < 3; n++) {
      nodes.add(
          NatsServer.start(
              release,
              "--name",
              "n" + n,
              "--cluster_name",
              "waybill",
              "--cluster",
              routes.get(n),
              "--routes",
              String.join(",", routes)));
    }
    Cluster cluster = new Cluster(nodes);
    Eventually.withPatience(ELECTION, cluster::withStreams);
    return cluster;
  }

  /// A new cluster has no leader for a moment, or does not know all nodes.
  private Cluster withStreams() {
    eventually(
        () -> {
          try (NatsLink link = link()) {
            NatsLayout.streams().forEach(link::ensureStream);
          } catch (WaybillException notYet) {
            throw new AssertionError(notYet);
          }
        });
    return this;
  }

  private static final AtomicInteger LINKS = new AtomicInteger();

  NatsConfig config(Path folder) {
    List<String> urls = nodes.stream().map(NatsServer::url).toList();
    return new NatsConfig(
        urls, new NatsConfig.Login.None(), null, folder, new NatsConfig.Broker(3, false, false));
  }

  NatsLink link() {
    return NatsLink.open(config(nodes.getFirst().directory("local-" + LINKS.incrementAndGet())));
  }

  NatsServer node(String name) {
    return nodes.get(name.charAt(1) - '0');
  }

  @Override
  public void close() {
    nodes.forEach(NatsServer::close);
  }
}
