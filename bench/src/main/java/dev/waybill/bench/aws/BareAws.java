package dev.waybill.bench.aws;

import dev.waybill.backend.support.SideBySide;
import dev.waybill.bench.Plan;
import dev.waybill.bench.measure.Callers;
import dev.waybill.bench.peer.Subject;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/// A plain client of the SDK that makes the calls of Waybill, in batches of the same size and with
/// the same concurrency, on a table with the same indexes and items of the same content. It decides
/// nothing and repeats nothing.
final class BareAws implements AutoCloseable {

  private static final String ENVIRONMENT = "bare";
  private static final String TABLE = "waybill_" + ENVIRONMENT + "_jobs";
  private static final String QUEUE = "waybill-" + ENVIRONMENT + "-bench";
  private static final int WRITES_AT_ONCE = 32;
  private static final int READ_AT_ONCE = 100;
  private static final int MESSAGES_AT_ONCE = 10;

  /// High, normal and low priority.
  private static final List<Integer> LANES = List.of(0, 1, 2);

  /// Of a worker with many handlers.
  private static final int LEASE_CALLS_AT_ONCE = 2;

  private static final int CONNECTIONS = 256;

  private final SdkHttpClient http =
      Apache5HttpClient.builder().maxConnections(CONNECTIONS).build();
  private final DynamoDbClient dynamodb;
  private final SqsClient sqs;
  private final SampleJob sample;
  private final String queue;
  private final BlockingQueue<String> unsent = new LinkedBlockingQueue<>();
  private final Thread sender;

  /// Waybill creates the table, the queue and the sample.
  BareAws(AwsServices services) {
    Region region = Region.of(AwsServices.REGION);
    dynamodb =
        DynamoDbClient.builder()
            .httpClient(http)
            .region(region)
            .endpointOverride(URI.create(services.dynamodb().url()))
            .build();
    sqs =
        SqsClient.builder()
            .httpClient(http)
            .region(region)
            .endpointOverride(URI.create(services.sqs().url()))
            .build();
    try (Subject waybill = services.open(ENVIRONMENT)) {
      sample = SampleJob.take(waybill, dynamodb, TABLE);
    }
    queue = sqs.getQueueUrl(call -> call.queueName(QUEUE)).queueUrl();
    sender = Thread.ofVirtual().start(this::send);
  }

  /// Jobs per second: each is one item. Messages are sent meanwhile, as Waybill does.
  double enqueueRate(Plan plan, int batch) {
    long began = System.nanoTime();
    long end = began + plan.window().toNanos();
    long done = 0;
    while (done < plan.most() && System.nanoTime() - end < 0) {
      enqueue(batch);
      done += batch;
    }
    return done * 1e9 / (System.nanoTime() - began);
  }

  private void enqueue(int jobs) {
    List<String> ids = Stream.generate(() -> UUID.randomUUID().toString()).limit(jobs).toList();
    writeAll(
        ids,
        id ->
            dynamodb.putItem(
                call ->
                    call.tableName(TABLE)
                        .item(sample.waiting(id))
                        .conditionExpression("attribute_not_exists(" + SampleJob.ID + ")")));
    unsent.addAll(ids);
  }

  private static void writeAll(List<String> ids, Consumer<String> write) {
    SideBySide.ask(
        ids,
        WRITES_AT_ONCE,
        id -> {
          write.accept(id);
          return id;
        });
  }

  private void send() {
    try {
      while (true) {
        List<String> ids = new ArrayList<>(List.of(unsent.take()));
        unsent.drainTo(ids, MESSAGES_AT_ONCE - 1);
        List<SendMessageBatchRequestEntry> entries = new ArrayList<>();
        for (String id : ids) {
          entries.add(
              SendMessageBatchRequestEntry.builder()
                  .id(Integer.toString(entries.size()))
                  .messageBody(
                      "{\"job_id\":\"%s\",\"queue\":\"bench\",\"attempt\":0}".formatted(id))
                  .delaySeconds(0)
                  .build());
        }
        sqs.sendMessageBatch(call -> call.queueUrl(queue).entries(entries));
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  /// Jobs per second until the last one is leased.
  ///
  /// @param handlers at once
  double drainRate(int jobs, int handlers) {
    enqueue(jobs);
    Draining draining = new Draining(jobs, Math.max(1, handlers / LEASE_CALLS_AT_ONCE));
    long began = System.nanoTime();
    try (Callers loops = new Callers()) {
      for (int i = 0; i < LEASE_CALLS_AT_ONCE; i++) {
        loops.start(draining::run);
      }
    }
    return jobs * 1e9 / (draining.lastLeased.get() - began);
  }

  /// The calls of a worker: it leases jobs while earlier ones are completed.
  private final class Draining {

    private final int batch;
    private final AtomicInteger left;
    private final Set<String> taken = new HashSet<>();
    private final AtomicLong lastLeased = new AtomicLong();
    private int messages;

    private Draining(int jobs, int batch) {
      this.left = new AtomicInteger(jobs);
      this.batch = batch;
    }

    private void run() {
      CompletableFuture<Void> completing = CompletableFuture.completedFuture(null);
      try (Callers receiving = new Callers()) {
        while (left.get() > 0) {
          List<String> ids = lease(receiving);
          completing.join();
          completing = CompletableFuture.runAsync(() -> complete(ids), Thread::startVirtualThread);
        }
        completing.join();
      }
    }

    private List<String> lease(Callers receiving) {
      List<String> ids = pick();
      readAll(ids);
      writeAll(ids, id -> dynamodb.updateItem(sample.lease(TABLE, id)));
      for (int i = used(ids); i > 0; i--) {
        receiving.start(this::receive);
      }
      left.addAndGet(-ids.size());
      lastLeased.accumulateAndGet(System.nanoTime(), Math::max);
      return ids;
    }

    private synchronized List<String> pick() {
      List<String> found =
          SideBySide.ask(LANES, lane -> waiting(sample.place(lane), batch + taken.size())).stream()
              .flatMap(List::stream)
              .filter(id -> !taken.contains(id))
              .limit(batch)
              .toList();
      taken.addAll(found);
      return found;
    }

    /// How many calls receive the messages of these and of earlier jobs.
    private synchronized int used(List<String> ids) {
      ids.forEach(taken::remove);
      messages += ids.size();
      int calls = messages / MESSAGES_AT_ONCE;
      messages %= MESSAGES_AT_ONCE;
      return calls;
    }

    private void complete(List<String> ids) {
      readAll(ids);
      writeAll(ids, id -> dynamodb.updateItem(sample.complete(TABLE, id)));
    }

    private void receive() {
      List<Message> some =
          sqs.receiveMessage(
                  call ->
                      call.queueUrl(queue).maxNumberOfMessages(MESSAGES_AT_ONCE).waitTimeSeconds(0))
              .messages();
      if (some.isEmpty()) {
        return;
      }
      readAll(some.stream().map(message -> message.body().split("\"", -1)[3]).toList());
      List<DeleteMessageBatchRequestEntry> entries = new ArrayList<>();
      for (Message message : some) {
        entries.add(
            DeleteMessageBatchRequestEntry.builder()
                .id(Integer.toString(entries.size()))
                .receiptHandle(message.receiptHandle())
                .build());
      }
      sqs.deleteMessageBatch(call -> call.queueUrl(queue).entries(entries));
    }
  }

  private List<String> waiting(String place, int most) {
    return dynamodb
        .query(
            call ->
                call.tableName(TABLE)
                    .indexName(SampleJob.BY_PLACE)
                    .keyConditionExpression("#place = :place")
                    .expressionAttributeNames(Map.of("#place", SampleJob.PLACE))
                    .expressionAttributeValues(Map.of(":place", AttributeValue.fromS(place)))
                    .limit(most))
        .items()
        .stream()
        .map(item -> Objects.requireNonNull(item.get(SampleJob.ID)).s())
        .toList();
  }

  private void readAll(Collection<String> ids) {
    List<Map<String, AttributeValue>> keys =
        ids.stream().distinct().map(id -> Map.of(SampleJob.ID, AttributeValue.fromS(id))).toList();
    for (int from = 0; from < keys.size(); from += READ_AT_ONCE) {
      KeysAndAttributes some =
          KeysAndAttributes.builder()
              .keys(keys.subList(from, Math.min(keys.size(), from + READ_AT_ONCE)))
              .consistentRead(true)
              .build();
      dynamodb.batchGetItem(call -> call.requestItems(Map.of(TABLE, some)));
    }
  }

  @Override
  public void close() {
    sender.interrupt();
    dynamodb.close();
    sqs.close();
    http.close();
  }
}
