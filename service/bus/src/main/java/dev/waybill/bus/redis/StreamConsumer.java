package dev.waybill.bus.redis;

import dev.waybill.base.BackgroundLoop;
import io.lettuce.core.Consumer;
import io.lettuce.core.RedisBusyException;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XAutoClaimArgs;
import io.lettuce.core.XGroupCreateArgs;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.models.stream.ClaimedMessages;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// Reads a stream as a consumer of Waybill's group, from the first entry on. An entry is
/// acknowledged after it is stored. Entries of consumers that died are claimed.
final class StreamConsumer implements AutoCloseable {

  private static final Logger LOG = System.getLogger(StreamConsumer.class.getName());
  private static final Duration BLOCK = Duration.ofMillis(500);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final int AT_ONCE = 100;

  private final StreamBinding binding;
  private final StreamLink link;
  private final StreamInbound inbound;
  private final StreamHygiene hygiene;
  private final Duration claimedAfter;
  private final Consumer<String> me;
  private final BackgroundLoop loop;
  private boolean isReady;

  /// @param claimedAfter the time after which an unacknowledged entry is claimed
  StreamConsumer(
      StreamBinding binding, StreamLink link, StreamInbound inbound, Duration claimedAfter) {
    this.binding = binding;
    this.link = link;
    this.inbound = inbound;
    this.claimedAfter = claimedAfter;
    this.hygiene = new StreamHygiene(binding, link);
    this.me = Consumer.from(binding.group(), "waybill-" + UUID.randomUUID());
    this.loop = new BackgroundLoop("bus " + binding, PAUSE, this::step);
  }

  void start() {
    loop.start().wake();
  }

  private Duration step() {
    try {
      boolean done = takeAll(isReady ? List.of() : prepare());
      isReady = true;
      done &= takeAll(claimed());
      done &= takeAll(fresh());
      hygiene.cleanFromTimeToTime(me.getName());
      return done ? Duration.ZERO : PAUSE;
    } catch (RuntimeException failed) {
      isReady = false;
      throw failed;
    }
  }

  /// At the start and after a failure the group may be missing, alone or with its stream. Returns
  /// what was read before the failure and is not acknowledged.
  private List<StreamMessage<String, String>> prepare() {
    link.call(
        redis -> {
          try {
            return redis.xgroupCreate(
                XReadArgs.StreamOffset.from(binding.stream(), "0-0"),
                binding.group(),
                XGroupCreateArgs.Builder.mkstream());
          } catch (RedisBusyException exists) {
            return "exists";
          }
        });
    return read(XReadArgs.StreamOffset.from(binding.stream(), "0-0"));
  }

  private List<StreamMessage<String, String>> claimed() {
    ClaimedMessages<String, String> claimed =
        link.call(
            redis ->
                redis.xautoclaim(
                    binding.stream(),
                    XAutoClaimArgs.Builder.xautoclaim(me, claimedAfter, "0-0").count(AT_ONCE)));
    return claimed.getMessages();
  }

  private List<StreamMessage<String, String>> fresh() {
    return read(XReadArgs.StreamOffset.lastConsumed(binding.stream()));
  }

  @SuppressWarnings("unchecked") // an array of one stream
  private List<StreamMessage<String, String>> read(XReadArgs.StreamOffset<String> from) {
    return link.call(
        redis -> redis.xreadgroup(me, XReadArgs.Builder.block(BLOCK).count(AT_ONCE), from));
  }

  /// Returns false if an entry must be tried again later; it stays pending.
  private boolean takeAll(List<StreamMessage<String, String>> messages) {
    boolean all = true;
    for (StreamMessage<String, String> message : messages) {
      Map<String, String> fields = message.getBody();
      all &= fields == null || isTaken(new StreamEntry(message.getId(), fields));
    }
    return all;
  }

  private boolean isTaken(StreamEntry entry) {
    try {
      inbound.take(entry);
    } catch (RuntimeException later) {
      LOG.log(Level.WARNING, "entry " + entry.id() + " of " + binding + " stays pending", later);
      return false;
    }
    link.call(redis -> redis.xack(binding.stream(), binding.group(), entry.id()));
    return true;
  }

  @Override
  public void close() {
    loop.close();
    hygiene.leave(me.getName());
  }
}
