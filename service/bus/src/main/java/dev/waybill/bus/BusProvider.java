package dev.waybill.bus;

import dev.waybill.bus.binding.BindingText;
import dev.waybill.bus.binding.RunningBinding;
import dev.waybill.bus.redis.OpenStream;
import dev.waybill.bus.redis.StreamBinding;
import dev.waybill.bus.sns.OpenSnsTopic;
import dev.waybill.bus.sns.SnsBinding;
import dev.waybill.service.ServiceHost;
import dev.waybill.service.ServiceProvider;
import java.util.List;
import java.util.stream.Stream;

/// Binds topics to Redis streams and to topics of SNS, whatever the store of jobs is.
public final class BusProvider implements ServiceProvider {

  /// The setting with the bindings; see [BindingText].
  public static final String BINDINGS = "topics.bindings";

  @Override
  public void open(ServiceHost host) {
    List<BindingText> all =
        BindingText.parseAll(host.settings().ofServices().getOrDefault(BINDINGS, ""));
    List<StreamBinding> streams = StreamBinding.parseAll(only(all, false));
    List<SnsBinding> topics = SnsBinding.parseAll(only(all, true));
    List<RunningBinding> bindings =
        Stream.<RunningBinding>concat(
                streams.stream().map(one -> new OpenStream(one, host)),
                topics.stream().map(one -> new OpenSnsTopic(one, host)))
            .toList();
    if (!bindings.isEmpty()) {
      host.whileOpen(
          () -> bindings.forEach(RunningBinding::start),
          () -> bindings.forEach(RunningBinding::close));
    }
  }

  private static List<BindingText> only(List<BindingText> all, boolean arns) {
    return all.stream().filter(one -> SnsBinding.isArn(one.address()) == arns).toList();
  }
}
