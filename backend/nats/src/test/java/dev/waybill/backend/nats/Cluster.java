package dev.waybill.backend.nats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.WaybillException;
import dev.waybill.testkit.FreePort;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Three nodes that keep three copies; their names are `n0` to `n2`.
record Cluster(List<NatsServer> nodes) implements AutoCloseable {

  static Cluster start() {
    List<String> routes =
        IntStream.range(0, 3).mapToObj(_ -> "nats://127.0.0.1:" + FreePort.next()).toList();
    List<NatsServer> nodes = new ArrayList<>();
    for (int n = 0; n < 3; n++) {
      nodes.add(
          NatsServer.start(
              "--name",
              "n" + n,
              "--cluster_name",
              "waybill",
              "--cluster",
              routes.get(n),
              "--routes",
              String.join(",", routes)));
    }
    return new Cluster(nodes);
  }

  NatsConfig config(Path folder) {
    List<String> urls = nodes.stream().map(NatsServer::url).toList();
    return new NatsConfig(urls, new NatsConfig.Login.None(), null, folder, 3, null, false);
  }

  /// With all streams. A cluster that has just been started has no leader for a moment.
  NatsLink link() {
    NatsLink link = NatsLink.open(config(Path.of("unused")));
    for (int tries = 0; tries < 5; tries++) {
      try {
        NatsLayout.streams().forEach(link::ensureStream);
        return link;
      } catch (WaybillException notYet) {
        assertThat(notYet.code().isRetryable()).isTrue();
      }
    }
    throw new AssertionError("the cluster has no leader");
  }

  /// The node of this name.
  NatsServer node(String name) {
    return nodes.get(name.charAt(1) - '0');
  }

  @Override
  public void close() {
    nodes.forEach(NatsServer::close);
  }
}
