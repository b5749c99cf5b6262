package dev.waybill.bench.peer;

import dev.waybill.bench.Plan;
import dev.waybill.bench.measure.Callers;
import dev.waybill.bench.measure.Payloads;
import io.nats.client.Connection;
import io.nats.client.JetStream;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamSubscription;
import io.nats.client.KeyValueManagement;
import io.nats.client.Message;
import io.nats.client.Nats;
import io.nats.client.PublishOptions;
import io.nats.client.PullSubscribeOptions;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.KeyValueConfiguration;
import io.nats.client.api.PublishAck;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/// The rates of a plain NATS client: a work-queue stream and a bucket with the same records, both
/// on files, with pipelined calls. Nothing is checked, retried or guaranteed.
public final class BareNats implements AutoCloseable {

  private static final String STREAM = "BARE";
  private static final String SUBJECT = "bare";
  private static final String BUCKET = "bare";
  private static final String KEYS = "$KV." + BUCKET + ".";
  private static final int PULL = 500;
  private static final int WARM_UP = 50;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Connection connection;
  private final JetStream stream;
  private final LongAdder made = new LongAdder();

  public BareNats(String url) {
    try {
      connection = Nats.connect(url);
      stream = connection.jetStream();
      connection
          .jetStreamManagement()
          .addStream(
              StreamConfiguration.builder()
                  .name(STREAM)
                  .subjects(SUBJECT)
                  .retentionPolicy(RetentionPolicy.WorkQueue)
                  .storageType(StorageType.File)
                  .build());
      KeyValueManagement buckets = connection.keyValueManagement();
      buckets.create(
          KeyValueConfiguration.builder().name(BUCKET).storageType(StorageType.File).build());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (JetStreamApiException refused) {
      throw new IllegalStateException(refused);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    }
  }

  /// Jobs per second: each is one message in the stream and one record in the bucket.
  public double enqueueRate(Plan plan, int callers, int batch) {
    LongAdder taken = new LongAdder();
    long began = System.nanoTime();
    long end = began + plan.window().toNanos();
    try (Callers group = new Callers()) {
      for (int i = 0; i < callers; i++) {
        group.start(
            () -> {
              while (System.nanoTime() - end < 0) {
                enqueue(batch);
                taken.add(batch);
              }
            });
      }
    }
    return taken.sum() * 1e9 / (System.nanoTime() - began);
  }

  /// Returns the revisions of the records by key.
  private Map<String, Long> enqueue(int jobs) {
    Map<String, CompletableFuture<PublishAck>> records = new HashMap<>();
    List<CompletableFuture<PublishAck>> messages = new ArrayList<>(jobs);
    for (int i = 0; i < jobs; i++) {
      String key = nextKey();
      records.put(key, stream.publishAsync(KEYS + key, bytes(Payloads.stamped())));
      messages.add(stream.publishAsync(SUBJECT, bytes(key)));
    }
    messages.forEach(CompletableFuture::join);
    Map<String, Long> revisions = new HashMap<>();
    records.forEach((key, answer) -> revisions.put(key, answer.join().getSeqno()));
    return revisions;
  }

  private synchronized String nextKey() {
    made.increment();
    return Long.toString(made.sum());
  }

  /// Jobs per second: pulls a message, updates its record, and acknowledges. The update is
  /// conditional on the revision of the record.
  public double drainRate(int jobs) {
    Map<String, Long> revisions = new HashMap<>();
    for (int left = jobs; left > 0; left -= PULL) {
      revisions.putAll(enqueue(Math.min(left, PULL)));
    }
    JetStreamSubscription pulled = subscribe("drain");
    long began = System.nanoTime();
    int done = 0;
    while (done < jobs) {
      List<Message> some = pulled.fetch(PULL, PATIENCE);
      byte[] record = bytes(Payloads.stamped());
      List<CompletableFuture<PublishAck>> answers = new ArrayList<>(some.size());
      for (Message message : some) {
        String key = new String(message.getData(), StandardCharsets.US_ASCII);
        PublishOptions guard =
            PublishOptions.builder()
                .expectedLastSubjectSequence(Objects.requireNonNull(revisions.get(key)))
                .build();
        answers.add(stream.publishAsync(KEYS + key, record, guard));
      }
      answers.forEach(CompletableFuture::join);
      some.forEach(Message::ack);
      done += some.size();
    }
    double rate = done * 1e9 / (System.nanoTime() - began);
    pulled.unsubscribe();
    return rate;
  }

  /// Sorted latencies from the publish call to the arrival at a waiting pull.
  public long[] latencies(int messages) {
    JetStreamSubscription pulled = subscribe("latency");
    long[] ages = new long[WARM_UP + messages];
    long began = System.nanoTime();
    for (int i = 0; i < ages.length; i++) {
      CompletableFuture<Message> arrived =
          CompletableFuture.supplyAsync(() -> next(pulled), Thread::startVirtualThread);
      LockSupport.parkNanos(
          began + (i + 1) * 1_000_000_000L / Plan.LATENCY_RATE - System.nanoTime());
      String payload = Payloads.stamped();
      CompletableFuture<PublishAck> stored = stream.publishAsync(SUBJECT, bytes(payload));
      arrived.join();
      ages[i] = Payloads.age(payload);
      stored.join();
    }
    pulled.unsubscribe();
    long[] counted = Arrays.copyOfRange(ages, WARM_UP, ages.length);
    Arrays.sort(counted);
    return counted;
  }

  private static Message next(JetStreamSubscription pulled) {
    Message message = pulled.fetch(1, PATIENCE).getFirst();
    message.ack();
    return message;
  }

  private JetStreamSubscription subscribe(String durable) {
    try {
      ConsumerConfiguration asked =
          ConsumerConfiguration.builder().maxAckPending(10 * PULL).durable(durable).build();
      return stream.subscribe(SUBJECT, PullSubscribeOptions.builder().configuration(asked).build());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (JetStreamApiException refused) {
      throw new IllegalStateException(refused);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
