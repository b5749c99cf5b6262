package dev.waybill.backend.nats;

import dev.waybill.conformance.NatsProcess;
import java.util.stream.Stream;

/// A real nats-server, and links to it.
final class NatsServer extends NatsProcess {

  private NatsServer(String... options) {
    super(options);
  }

  static NatsServer start(String... options) {
    return new NatsServer(
        Stream.concat(Stream.of("-js"), Stream.of(options)).toArray(String[]::new));
  }

  static NatsServer startWithoutJetStream() {
    return new NatsServer();
  }

  NatsLink link() {
    return NatsLink.open(NatsConfig.of(url(), folder().resolve("local")));
  }
}
