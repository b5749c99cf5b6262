package dev.waybill.bus.redis;

import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.bus.binding.InboundEvents;
import dev.waybill.bus.binding.InvalidEvents;
import dev.waybill.bus.binding.OutboundEvents;
import dev.waybill.bus.binding.RunningBinding;
import dev.waybill.service.ServiceHost;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topics;
import java.time.Duration;

/// The running parts of a binding to a stream.
public final class OpenStream extends RunningBinding {

  private static final Duration CLAIMED_AFTER = Duration.ofMinutes(1);

  private final StreamBinding binding;
  private final ServiceHost host;
  private final StreamLink link;

  public OpenStream(StreamBinding binding, ServiceHost host) {
    super(binding.bound(), host);
    this.binding = binding;
    this.host = host;
    this.link = new StreamLink(binding);
    closeLater(link::close);
  }

  @Override
  protected void start(Waybill waybill, Topics topics) {
    if (binding.bound().writes()) {
      OutboundEvents out =
          new OutboundEvents(binding.bound(), waybill, new StreamOutbound(binding, link, waybill));
      closeLater(out::close);
      out.start(topics, "redis", Subscription.Format.RAW);
    }
    if (binding.bound().reads()) {
      read(waybill, topics);
    }
    if (binding.bound().has("dead")) {
      DeadEvents dead =
          new DeadEvents(
              binding,
              link,
              waybill,
              host.backend().jobs(),
              host.settings().retention().of(State.DEAD));
      closeLater(dead::close);
      dead.start();
    }
    if (binding.bound().has("trim")) {
      closeLater(new StreamHygiene(binding, link).startTrimming()::close);
    }
  }

  /// The reader has a connection of its own, because its reads block.
  private void read(Waybill waybill, Topics topics) {
    StreamInbound inbound =
        new StreamInbound(binding, link, new InboundEvents(binding.bound(), waybill, topics));
    closeLater(new InvalidEvents(waybill, inbound::publish).start(binding.bound())::close);
    StreamLink blocking = new StreamLink(binding);
    closeLater(blocking::close);
    StreamConsumer reader = new StreamConsumer(binding, blocking, inbound, CLAIMED_AFTER);
    closeLater(reader::close);
    reader.start();
  }
}
