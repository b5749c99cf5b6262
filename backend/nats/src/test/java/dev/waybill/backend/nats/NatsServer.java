package dev.waybill.backend.nats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.NatsProcess;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/// A real nats-server, and links to it.
final class NatsServer extends NatsProcess {

  private final AtomicInteger links = new AtomicInteger();

  private NatsServer(Release release, String... options) {
    super(release, options);
  }

  static NatsServer start(String... options) {
    return start(Release.NEWEST, options);
  }

  static NatsServer start(Release release, String... options) {
    return new NatsServer(
        release, Stream.concat(Stream.of("-js"), Stream.of(options)).toArray(String[]::new));
  }

  static NatsServer startWithoutJetStream() {
    return new NatsServer(Release.NEWEST);
  }

  /// With a directory of its own, like a server of Waybill that is new.
  NatsLink link() {
    return link("local-" + links.incrementAndGet());
  }

  Path directory(String name) {
    Path local = folder().resolve(name);
    assertThat(local.toFile().isDirectory() || local.toFile().mkdir()).isTrue();
    return local;
  }

  /// @param directory of the server of Waybill
  NatsLink link(String directory) {
    return NatsLink.open(NatsConfig.of(url(), directory(directory)));
  }
}
