package dev.waybill.bus.redis;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The connection of a binding. It is opened when it is first used, so that a server of Waybill
/// starts while Redis is down.
final class StreamLink implements AutoCloseable {

  private static final Logger LOG = System.getLogger(StreamLink.class.getName());

  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);

  /// How long the IDs of events are known beside their stream.
  private static final Duration KNOWN_FOR = Duration.ofDays(1);

  /// Adds an entry to a stream unless the key exists, in one step.
  private static final String ADD_ONCE =
      """
      if not redis.call('SET', KEYS[1], '1', 'NX', 'EX', ARGV[1]) then
        return false
      end
      if ARGV[2] == '0' then
        return redis.call('XADD', KEYS[2], '*', unpack(ARGV, 3))
      end
      return redis.call('XADD', KEYS[2], 'MAXLEN', ARGV[2], '*', unpack(ARGV, 3))
      """;

  private final RedisClient client;
  private @Nullable StatefulRedisConnection<String, String> opened;

  StreamLink(StreamBinding binding) {
    RedisURI address = binding.uri();
    address.setTimeout(ANSWER_WITHIN);
    client = RedisClient.create(address);
    client.setOptions(
        ClientOptions.builder()
            .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
            .replayFilter(_ -> true)
            .socketOptions(SocketOptions.builder().connectTimeout(ANSWER_WITHIN).build())
            .build());
  }

  /// Fails with `UNAVAILABLE` if Redis cannot be reached or refuses the command.
  <T extends @Nullable Object> T call(Function<RedisCommands<String, String>, T> command) {
    try {
      return command.apply(connection().sync());
    } catch (RedisException failed) {
      throw new WaybillException(
          Code.UNAVAILABLE, "Redis cannot run the command: " + failed.getMessage(), failed);
    }
  }

  private synchronized StatefulRedisConnection<String, String> connection() {
    StatefulRedisConnection<String, String> known = opened;
    if (known == null) {
      known = client.connect(StringCodec.UTF8);
      opened = known;
    }
    return known;
  }

  /// How an entry is added only once.
  ///
  /// @param name identifies it
  /// @param knownFor how long it is known
  /// @param most the number of entries that the stream keeps; 0 for all
  record Once(String name, Duration knownFor, int most) {

    static Once of(String name) {
      return new Once(name, KNOWN_FOR, 0);
    }

    Once withMost(int entries) {
      return new Once(name, knownFor, entries);
    }

    /// Known at least for this time.
    Once withKnownFor(Duration time) {
      return new Once(name, time.compareTo(KNOWN_FOR) > 0 ? time : KNOWN_FOR, most);
    }
  }

  /// Adds an entry, unless the key beside the stream says that it was there before.
  void addOnce(String stream, Once once, List<String> fields) {
    List<String> arguments = new ArrayList<>();
    arguments.add(Long.toString(once.knownFor().toSeconds()));
    arguments.add(Integer.toString(once.most()));
    arguments.addAll(fields);
    eval(ADD_ONCE, List.of(StreamBinding.keyBeside(stream, once.name()), stream), arguments);
  }

  /// Runs a script in one step.
  void eval(String script, List<String> keys, List<String> arguments) {
    call(
        redis ->
            redis.<Object>eval(
                script,
                ScriptOutputType.VALUE,
                keys.toArray(String[]::new),
                arguments.toArray(String[]::new)));
  }

  /// Remembers that the event is on the stream.
  void know(String stream, String name) {
    call(
        redis ->
            redis.set(StreamBinding.keyBeside(stream, name), "1", SetArgs.Builder.ex(KNOWN_FOR)));
  }

  @Override
  public synchronized void close() {
    // Lettuce can wait without end for a connection that breaks meanwhile.
    long millis = ANSWER_WITHIN.toMillis();
    try {
      client.shutdownAsync(0, millis, TimeUnit.MILLISECONDS).get(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException notClosed) {
      LOG.log(Level.DEBUG, "a connection to Redis is not closed yet", notClosed);
    }
  }
}
