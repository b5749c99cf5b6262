package dev.waybill.bus.redis;

import dev.waybill.Waybill;
import dev.waybill.bus.binding.InboundEvents;
import dev.waybill.bus.binding.InvalidEvents;
import dev.waybill.bus.binding.OutboundEvents;
import dev.waybill.bus.binding.RunningBinding;
import dev.waybill.service.ServiceHost;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topic;
import dev.waybill.topic.Topics;
import java.time.Duration;
import java.util.ArrayDeque;

/// The running parts of a binding to a stream.
public final class OpenStream implements RunningBinding {

  private static final Duration CLAIMED_AFTER = Duration.ofMinutes(1);

  private final StreamBinding binding;
  private final ServiceHost host;
  private final StreamLink link;
  private final ArrayDeque<Runnable> parts = new ArrayDeque<>();

  public OpenStream(StreamBinding binding, ServiceHost host) {
    this.binding = binding;
    this.host = host;
    this.link = new StreamLink(binding);
    parts.push(link::close);
  }

  /// Creates the topic if there is none.
  @Override
  public void start() {
    Waybill waybill = host.waybill().tenant(binding.bound().tenant());
    Topics topics = host.require(Topics.class, binding.bound().tenant());
    if (topics.find(binding.bound().topic()).isEmpty()) {
      topics.put(Topic.of(binding.bound().topic()));
    }
    if (binding.bound().writes()) {
      OutboundEvents out =
          new OutboundEvents(binding.bound(), waybill, new StreamOutbound(binding, link, waybill));
      parts.push(out::close);
      out.start(topics, "redis", Subscription.Format.RAW);
    }
    if (binding.bound().reads()) {
      read(waybill, topics);
    }
    if (binding.bound().has("dead")) {
      DeadEvents dead = new DeadEvents(binding, link, waybill, host.backend().jobs());
      parts.push(dead::close);
      dead.start();
    }
  }

  /// The reader has a connection of its own, because its reads block.
  private void read(Waybill waybill, Topics topics) {
    StreamInbound inbound =
        new StreamInbound(binding, link, new InboundEvents(binding.bound(), waybill, topics));
    parts.push(new InvalidEvents(waybill, inbound::publish).start(binding.bound())::close);
    StreamLink blocking = new StreamLink(binding);
    parts.push(blocking::close);
    StreamConsumer reader = new StreamConsumer(binding, blocking, inbound, CLAIMED_AFTER);
    parts.push(reader::close);
    reader.start();
  }

  @Override
  public void close() {
    parts.forEach(Runnable::run);
  }
}
