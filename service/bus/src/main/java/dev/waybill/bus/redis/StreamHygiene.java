package dev.waybill.bus.redis;

import dev.waybill.WaybillException;
import dev.waybill.base.BackgroundLoop;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;

/// Keeps a stream small: deletes consumers that are gone and have nothing pending, and, if the
/// binding says so, entries that every group has acknowledged. Each deletion is one step on the
/// server, so nothing changes between the check and the deletion.
final class StreamHygiene {

  private static final Logger LOG = System.getLogger(StreamHygiene.class.getName());
  private static final Duration EVERY = Duration.ofMinutes(1);
  private static final Duration GONE_AFTER = Duration.ofHours(1);

  private static final String FIELDS =
      """
      local function fields(pairs)
        local map = {}
        for i = 1, #pairs, 2 do map[pairs[i]] = pairs[i + 1] end
        return map
      end
      """;

  /// Deletes entries before the first one that some group has not acknowledged; keeps all if no
  /// group reads the stream. The numbers of an ID may have 64 bits, so they are compared as texts.
  static final String TRIM =
      FIELDS
          + """
      local function isLess(one, other)
        if #one ~= #other then return #one < #other end
        return one < other
      end
      local function isBefore(one, other)
        local time, number = string.match(one, '(%d+)-(%d+)')
        local otherTime, otherNumber = string.match(other, '(%d+)-(%d+)')
        if time ~= otherTime then return isLess(time, otherTime) end
        return isLess(number, otherNumber)
      end
      if redis.call('EXISTS', KEYS[1]) == 0 then return false end
      local lowest
      for _, one in ipairs(redis.call('XINFO', 'GROUPS', KEYS[1])) do
        local group = fields(one)
        local needed = group['last-delivered-id']
        if group.pending > 0 then
          needed = redis.call('XPENDING', KEYS[1], group.name)[2]
        end
        if not lowest or isBefore(needed, lowest) then lowest = needed end
      end
      if lowest then redis.call('XTRIM', KEYS[1], 'MINID', lowest) end
      return lowest or false
      """;

  /// Deletes consumers without pending entries that have been idle for long. ARGV: the group, the
  /// idle time, the start of their names, and the name of one to keep.
  private static final String DELETE_CONSUMERS =
      FIELDS
          + """
      for _, one in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[1], ARGV[1])) do
        local consumer = fields(one)
        if consumer.pending == 0 and consumer.idle >= tonumber(ARGV[2]) and consumer.name ~= ARGV[4]
            and string.sub(consumer.name, 1, #ARGV[3]) == ARGV[3] then
          redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], consumer.name)
        end
      end
      return false
      """;

  private final StreamBinding binding;
  private final StreamLink link;
  private final String trimming;
  private final Duration goneAfter;
  private long next = System.nanoTime() + EVERY.toNanos();

  StreamHygiene(StreamBinding binding, StreamLink link) {
    this(binding, link, TRIM, GONE_AFTER);
  }

  /// @param trimming another script, so that tests can break it
  StreamHygiene(StreamBinding binding, StreamLink link, String trimming, Duration goneAfter) {
    this.binding = binding;
    this.link = link;
    this.trimming = trimming;
    this.goneAfter = goneAfter;
  }

  /// Trims the stream now and every minute.
  BackgroundLoop startTrimming() {
    BackgroundLoop loop =
        new BackgroundLoop(
            "bus-trim " + binding,
            EVERY,
            () -> {
              trim();
              return EVERY;
            });
    loop.start().wake();
    return loop;
  }

  void trim() {
    link.eval(trimming, List.of(binding.stream()), List.of());
  }

  void cleanFromTimeToTime(String me) {
    if (System.nanoTime() - next < 0) {
      return;
    }
    next = System.nanoTime() + EVERY.toNanos();
    deleteIdleConsumers(me);
  }

  void deleteIdleConsumers(String me) {
    delete(goneAfter, "waybill-", me);
  }

  /// Deletes this consumer unless it has pending entries, which others claim. A failure does no
  /// harm: others delete it later.
  void leave(String me) {
    try {
      delete(Duration.ZERO, me, "");
    } catch (WaybillException unreachable) {
      LOG.log(Level.DEBUG, "the consumer stays in its group", unreachable);
    }
  }

  private void delete(Duration idle, String start, String except) {
    link.eval(
        DELETE_CONSUMERS,
        List.of(binding.stream()),
        List.of(binding.group(), Long.toString(idle.toMillis()), start, except));
  }
}
