package dev.waybill.bus.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.Outcome;
import dev.waybill.RetryPolicy;
import dev.waybill.Waybill;
import dev.waybill.bus.BusProvider;
import dev.waybill.bus.binding.BindingText;
import dev.waybill.settings.Settings;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.TopicEvent;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/// Waybill on the embedded store with the topic `free-food`, which is bound to a stream and has a
/// subscription with the queue `mails`.
record BoundWaybill(Waybill waybill) implements AutoCloseable {

  static final String STREAM = "events.free-food";

  /// @param address such as `redis://host:port`
  static BoundWaybill open(Path folder, String address, String options) {
    return open(folder, address, options, Settings.DEFAULT);
  }

  static BoundWaybill open(Path folder, String address, String options, Settings settings) {
    Waybill waybill =
        Waybill.open(
            folder, settings.withServiceSetting(BusProvider.BINDINGS, text(address, options)));
    waybill
        .topics()
        .subscribe(
            Subscription.of("free-food", "mail", "mails")
                .withRetry(RetryPolicy.DEFAULT.withMaxErrors(1)));
    return new BoundWaybill(waybill);
  }

  static StreamBinding binding(String address, String options) {
    return StreamBinding.parseAll(BindingText.parseAll(text(address, options))).getFirst();
  }

  private static String text(String address, String options) {
    return "free-food=" + address + "/" + STREAM + "?" + options;
  }

  void publish(String event) {
    waybill.topics().publish("free-food", TopicEvent.of(event));
  }

  Lease leased() {
    List<Lease> leases =
        waybill.lease(LeaseRequest.of("mails", "w").withPatience(Duration.ofSeconds(60)));
    assertThat(leases).hasSize(1);
    return leases.getFirst();
  }

  /// The next event of the subscription, which is completed.
  String delivered() {
    Lease lease = leased();
    waybill.settle(lease.token(), Outcome.done());
    return new String(lease.job().payload().bytesWithoutCopy(), StandardCharsets.UTF_8);
  }

  static <T> T on(String address, Function<RedisCommands<String, String>, T> action) {
    RedisClient client = RedisClient.create(address);
    try (StatefulRedisConnection<String, String> connection = client.connect()) {
      return action.apply(connection.sync());
    } finally {
      client.shutdown();
    }
  }

  @Override
  public void close() {
    waybill.close();
  }
}
