package dev.waybill.backend.nats;

import dev.waybill.conformance.NatsProcess;
import java.util.stream.Stream;

/// A real nats-server, and links to it.
final class NatsServer extends NatsProcess {

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

  NatsLink link() {
    return NatsLink.open(NatsConfig.of(url(), folder().resolve("local")));
  }
}
