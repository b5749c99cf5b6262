package dev.waybill.bus;

import dev.waybill.Waybill;
import dev.waybill.service.ServiceHost;
import dev.waybill.topic.Topic;
import dev.waybill.topic.Topics;
import java.time.Duration;
import java.util.ArrayDeque;

/// The running parts of one binding.
final class OpenBinding implements AutoCloseable {

  private static final Duration CLAIMED_AFTER = Duration.ofMinutes(1);

  private final Binding binding;
  private final ServiceHost host;
  private final StreamLink link;
  private final ArrayDeque<Part> parts = new ArrayDeque<>();

  /// A part to be closed.
  private interface Part {
    void close();
  }

  OpenBinding(Binding binding, ServiceHost host) {
    this.binding = binding;
    this.host = host;
    this.link = new StreamLink(binding);
    parts.push(link::close);
  }

  /// Creates the topic if there is none.
  void start() {
    Waybill waybill = host.waybill().tenant(binding.tenant());
    Topics topics = host.require(Topics.class, binding.tenant());
    if (topics.find(binding.topic()).isEmpty()) {
      topics.put(Topic.of(binding.topic()));
    }
    if (binding.writes()) {
      StreamOutbound out = new StreamOutbound(binding, link, waybill);
      parts.push(out::close);
      out.start(topics);
    }
    if (binding.reads()) {
      read(waybill, topics);
    }
    if (binding.has("dead")) {
      DeadEvents dead = new DeadEvents(binding, link, waybill, host.backend().jobs());
      parts.push(dead::close);
      dead.start();
    }
  }

  /// The reader has a connection of its own, because its reads block.
  private void read(Waybill waybill, Topics topics) {
    StreamInbound inbound = new StreamInbound(binding, link, waybill, topics);
    parts.push(new InvalidEvents(waybill, inbound).start(binding)::close);
    StreamLink blocking = new StreamLink(binding);
    parts.push(blocking::close);
    StreamConsumer reader = new StreamConsumer(binding, blocking, inbound, CLAIMED_AFTER);
    parts.push(reader::close);
    reader.start();
  }

  @Override
  public void close() {
    parts.forEach(Part::close);
  }
}
