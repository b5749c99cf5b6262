package dev.waybill.bus.redis;

import dev.waybill.WaybillException;
import io.lettuce.core.XTrimArgs;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Keeps a stream small: deletes consumers that are gone and have nothing pending, and, if the
/// binding says so, entries that every group has acknowledged.
final class StreamHygiene {

  private static final Logger LOG = System.getLogger(StreamHygiene.class.getName());
  private static final Duration EVERY = Duration.ofMinutes(1);
  private static final Duration GONE_AFTER = Duration.ofHours(1);

  private final StreamBinding binding;
  private final StreamLink link;
  private long next = System.nanoTime() + EVERY.toNanos();

  StreamHygiene(StreamBinding binding, StreamLink link) {
    this.binding = binding;
    this.link = link;
  }

  void cleanFromTimeToTime(String me) {
    if (System.nanoTime() - next < 0) {
      return;
    }
    next = System.nanoTime() + EVERY.toNanos();
    deleteIdleConsumers(me);
    if (binding.bound().has("trim")) {
      trim();
    }
  }

  private void deleteIdleConsumers(String me) {
    List<Object> consumers =
        link.call(redis -> redis.xinfoConsumers(binding.stream(), binding.group()));
    for (Object one : consumers) {
      Map<String, Object> consumer = fields(one);
      String name = String.valueOf(consumer.get("name"));
      if (!name.equals(me)
          && name.startsWith("waybill-")
          && number(consumer, "pending") == 0
          && number(consumer, "idle") > GONE_AFTER.toMillis()) {
        delete(name);
      }
    }
  }

  /// Deletes this consumer unless it has pending entries, which others claim. A failure does no
  /// harm: others delete it later.
  void leave(String me) {
    try {
      List<Object> consumers =
          link.call(redis -> redis.xinfoConsumers(binding.stream(), binding.group()));
      consumers.stream()
          .map(StreamHygiene::fields)
          .filter(one -> me.equals(one.get("name")) && number(one, "pending") == 0)
          .forEach(_ -> delete(me));
    } catch (WaybillException unreachable) {
      LOG.log(Level.DEBUG, "the consumer stays in its group", unreachable);
    }
  }

  private void delete(String consumer) {
    link.call(
        redis ->
            redis.xgroupDelconsumer(
                binding.stream(), io.lettuce.core.Consumer.from(binding.group(), consumer)));
  }

  /// Deletes entries before the first one that some group has not acknowledged.
  void trim() {
    lowestNeeded()
        .ifPresent(
            id ->
                link.call(
                    redis ->
                        redis.xtrim(
                            binding.stream(), XTrimArgs.Builder.minId(id).exactTrimming())));
  }

  /// Empty if no group reads the stream.
  private Optional<String> lowestNeeded() {
    List<String> needed = new ArrayList<>();
    List<Object> groups = link.call(redis -> redis.xinfoGroups(binding.stream()));
    for (Object one : groups) {
      Map<String, Object> group = fields(one);
      String name = String.valueOf(group.get("name"));
      needed.add(
          number(group, "pending") == 0
              ? String.valueOf(group.get("last-delivered-id"))
              : lowestPending(name));
    }
    return needed.stream().min(StreamHygiene::compareIds);
  }

  private String lowestPending(String group) {
    var pending = link.call(redis -> redis.xpending(binding.stream(), group));
    return String.valueOf(pending.getMessageIds().getLower().getValue());
  }

  static int compareIds(String one, String other) {
    String[] first = one.split("-", 2);
    String[] second = other.split("-", 2);
    int byTime = Long.compareUnsigned(part(first, 0), part(second, 0));
    return byTime != 0 ? byTime : Long.compareUnsigned(part(first, 1), part(second, 1));
  }

  private static long part(String[] id, int index) {
    return index < id.length ? Long.parseUnsignedLong(id[index]) : 0;
  }

  private static Map<String, Object> fields(Object answer) {
    List<?> pairs = (List<?>) answer;
    Map<String, Object> fields = new HashMap<>();
    for (int i = 0; i + 1 < pairs.size(); i += 2) {
      fields.put(String.valueOf(pairs.get(i)), pairs.get(i + 1));
    }
    return fields;
  }

  private static long number(Map<String, Object> fields, String name) {
    return fields.get(name) instanceof Long number ? number : 0;
  }
}
