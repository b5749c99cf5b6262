package dev.waybill.bench.peer;

import dev.waybill.bench.Plan;
import dev.waybill.bench.measure.Callers;
import dev.waybill.bench.measure.Payloads;
import io.lettuce.core.Consumer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XGroupCreateArgs;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.XReadArgs.StreamOffset;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/// A plain client on a Redis server: it adds to a stream with a hash for each record, and drains by
/// a consumer group. All its commands are pipelined on one connection. It keeps no index, limit or
/// guard.
public final class BareRedis implements AutoCloseable {

  private static final String STREAM = "bare";
  private static final String RECORDS = "bare:";
  private static final String KEY = "key";
  private static final int READ = 500;
  private static final int WARM_UP = 50;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final RedisClient client;
  private final StatefulRedisConnection<String, String> writing;
  private final StatefulRedisConnection<String, String> reading;
  private final RedisAsyncCommands<String, String> redis;
  private final AtomicLong made = new AtomicLong();

  public BareRedis(String url) {
    client = RedisClient.create(url);
    writing = client.connect();
    reading = client.connect();
    redis = writing.async();
  }

  /// Jobs per second: each is one entry of the stream and one hash.
  public double enqueueRate(Plan plan, int callers, int batch) {
    LongAdder taken = new LongAdder();
    long began = System.nanoTime();
    long end = began + plan.window().toNanos();
    int each = Math.max(1, plan.most() / callers / batch);
    try (Callers group = new Callers()) {
      for (int i = 0; i < callers; i++) {
        group.start(
            () -> {
              for (int done = 0; done < each && System.nanoTime() - end < 0; done++) {
                enqueue(batch);
                taken.add(batch);
              }
            });
      }
    }
    return taken.sum() * 1e9 / (System.nanoTime() - began);
  }

  private void enqueue(int jobs) {
    List<RedisFuture<?>> answers = new ArrayList<>(2 * jobs);
    for (int i = 0; i < jobs; i++) {
      String key = Long.toString(made.incrementAndGet());
      answers.add(redis.hset(RECORDS + key, "payload", Payloads.stamped()));
      answers.add(redis.xadd(STREAM, KEY, key));
    }
    await(answers);
  }

  /// Jobs per second: reads entries for a group, updates their hashes, and acknowledges.
  public double drainRate(int jobs) {
    for (int left = jobs; left > 0; left -= READ) {
      enqueue(Math.min(left, READ));
    }
    createGroup("drain", "0-0");
    long began = System.nanoTime();
    int done = 0;
    while (done < jobs) {
      List<StreamMessage<String, String>> some = read("drain", READ);
      List<RedisFuture<?>> answers = new ArrayList<>(2 * some.size());
      for (StreamMessage<String, String> message : some) {
        String key = Objects.requireNonNull(message.getBody().get(KEY));
        answers.add(redis.hset(RECORDS + key, "state", "completed"));
        answers.add(redis.xack(STREAM, "drain", message.getId()));
      }
      await(answers);
      done += some.size();
    }
    return done * 1e9 / (System.nanoTime() - began);
  }

  /// Sorted latencies from the call to the arrival at a blocking read.
  public long[] latencies(int messages) {
    createGroup("latency", "$");
    long[] ages = new long[WARM_UP + messages];
    long began = System.nanoTime();
    for (int i = 0; i < ages.length; i++) {
      CompletableFuture<List<StreamMessage<String, String>>> arrived =
          CompletableFuture.supplyAsync(() -> read("latency", 1), Thread::startVirtualThread);
      LockSupport.parkNanos(
          began + (i + 1) * 1_000_000_000L / Plan.LATENCY_RATE - System.nanoTime());
      String payload = Payloads.stamped();
      RedisFuture<String> stored = redis.xadd(STREAM, KEY, payload);
      StreamMessage<String, String> message = arrived.join().getFirst();
      ages[i] = Payloads.age(payload);
      await(List.of(stored, redis.xack(STREAM, "latency", message.getId())));
    }
    long[] counted = Arrays.copyOfRange(ages, WARM_UP, ages.length);
    Arrays.sort(counted);
    return counted;
  }

  private void createGroup(String group, String from) {
    await(
        List.of(
            redis.xgroupCreate(
                StreamOffset.from(STREAM, from), group, XGroupCreateArgs.Builder.mkstream())));
  }

  @SuppressWarnings("unchecked") // an array of one stream
  private List<StreamMessage<String, String>> read(String group, int most) {
    return reading
        .async()
        .xreadgroup(
            Consumer.from(group, "one"),
            XReadArgs.Builder.count(most).block(PATIENCE),
            StreamOffset.lastConsumed(STREAM))
        .toCompletableFuture()
        .join();
  }

  private static void await(List<? extends RedisFuture<?>> answers) {
    answers.forEach(answer -> answer.toCompletableFuture().join());
  }

  @Override
  public void close() {
    writing.close();
    reading.close();
    client.shutdown();
  }
}
