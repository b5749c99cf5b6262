package dev.waybill.bus.sns;

import dev.waybill.Waybill;
import dev.waybill.base.BackgroundLoop;
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

/// The running parts of a binding to a topic of SNS.
public final class OpenSnsTopic implements RunningBinding {

  private static final Duration SETUP_AGAIN = Duration.ofSeconds(5);
  private static final Duration CHECK_SETUP = Duration.ofHours(1);

  private final SnsBinding binding;
  private final ServiceHost host;
  private final SnsLink link;
  private final ArrayDeque<Runnable> parts = new ArrayDeque<>();

  public OpenSnsTopic(SnsBinding binding, ServiceHost host) {
    this.binding = binding;
    this.host = host;
    this.link = new SnsLink(binding);
    parts.push(link::close);
  }

  /// Creates the topic of Waybill if there is none.
  @Override
  public void start() {
    Waybill waybill = host.waybill().tenant(binding.bound().tenant());
    Topics topics = host.require(Topics.class, binding.bound().tenant());
    if (topics.find(binding.bound().topic()).isEmpty()) {
      topics.put(Topic.of(binding.bound().topic()));
    }
    SnsSetup setup = new SnsSetup(binding, link);
    create(setup);
    if (binding.bound().writes()) {
      OutboundEvents out =
          new OutboundEvents(
              binding.bound(), waybill, new SnsOutbound(binding, link, waybill, setup));
      parts.push(out::close);
      out.start(topics, "sns", Subscription.Format.NOTIFICATION);
    }
    if (binding.bound().reads()) {
      read(waybill, topics, setup);
    }
  }

  /// In the background, until it succeeds: a server starts while AWS cannot be reached.
  private void create(SnsSetup setup) {
    BackgroundLoop loop =
        new BackgroundLoop(
            "sns-setup " + binding,
            SETUP_AGAIN,
            () -> {
              setup.ensure();
              return CHECK_SETUP;
            });
    parts.push(loop::close);
    loop.start().wake();
  }

  private void read(Waybill waybill, Topics topics, SnsSetup setup) {
    InboundEvents events = new InboundEvents(binding.bound(), waybill, topics);
    SqsInbound inbound = new SqsInbound(binding, link, events, setup);
    parts.push(new InvalidEvents(waybill, inbound::publish).start(binding.bound())::close);
    parts.push(inbound::close);
    inbound.start();
  }

  @Override
  public void close() {
    parts.forEach(Runnable::run);
  }
}
