package dev.waybill.bus.sns;

import dev.waybill.Waybill;
import dev.waybill.base.BackgroundLoop;
import dev.waybill.bus.binding.InboundEvents;
import dev.waybill.bus.binding.InvalidEvents;
import dev.waybill.bus.binding.OutboundEvents;
import dev.waybill.bus.binding.RunningBinding;
import dev.waybill.service.ServiceHost;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topics;
import java.time.Duration;

/// The running parts of a binding to a topic of SNS.
public final class OpenSnsTopic extends RunningBinding {

  private static final Duration SETUP_AGAIN = Duration.ofSeconds(5);
  private static final Duration CHECK_SETUP = Duration.ofHours(1);

  private final SnsBinding binding;
  private final SnsLink link;

  public OpenSnsTopic(SnsBinding binding, ServiceHost host) {
    super(binding.bound(), host);
    this.binding = binding;
    this.link = new SnsLink(binding);
    closeLater(link::close);
  }

  @Override
  protected void start(Waybill waybill, Topics topics) {
    SnsSetup setup = new SnsSetup(binding, link);
    create(setup);
    if (binding.bound().writes()) {
      OutboundEvents out =
          new OutboundEvents(
              binding.bound(), waybill, new SnsOutbound(binding, link, waybill, setup));
      closeLater(out::close);
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
    closeLater(loop::close);
    loop.start().wake();
  }

  private void read(Waybill waybill, Topics topics, SnsSetup setup) {
    InboundEvents events = new InboundEvents(binding.bound(), waybill, topics);
    SqsInbound inbound = new SqsInbound(binding, link, events, setup);
    closeLater(new InvalidEvents(waybill, inbound::publish).start(binding.bound())::close);
    closeLater(inbound::close);
    inbound.start();
  }
}
