package dev.waybill.bench.aws;

import dev.waybill.bench.measure.Drain;
import dev.waybill.bench.measure.Payloads;
import dev.waybill.bench.peer.Subject;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/// The item that Waybill writes for a job, in each of its states: the bare client writes copies of
/// it.
record SampleJob(
    Map<String, AttributeValue> waiting,
    Map<String, AttributeValue> running,
    Map<String, AttributeValue> completed) {

  static final String ID = "job_id";
  static final String PLACE = "place";
  static final String AT = "at";
  static final String BY_PLACE = "GSI4";

  private static final String RECORD = "record";
  private static final String VERSION = "version";

  /// Runs one job on a store without jobs.
  static SampleJob take(Subject waybill, DynamoDbClient client, String table) {
    waybill.enqueue(Payloads.stamped());
    Map<String, AttributeValue> waiting = only(client, table);
    AtomicReference<Map<String, AttributeValue>> running = new AtomicReference<>();
    CountDownLatch ran = new CountDownLatch(1);
    try (Subject.Work _ =
        waybill.work(
            1,
            _ -> {
              running.set(only(client, table));
              ran.countDown();
            })) {
      Drain.await(ran);
    }
    return new SampleJob(waiting, Objects.requireNonNull(running.get()), only(client, table));
  }

  private static Map<String, AttributeValue> only(DynamoDbClient client, String table) {
    return client.scanPaginator(call -> call.tableName(table).consistentRead(true)).items().stream()
        .filter(item -> item.containsKey(RECORD))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("the table has no job"));
  }

  Map<String, AttributeValue> waiting(String id) {
    Map<String, AttributeValue> item = new HashMap<>(waiting);
    item.put(ID, AttributeValue.fromS(id));
    return item;
  }

  /// The place of waiting jobs of a lane in the index.
  String place(int lane) {
    return Objects.requireNonNull(waiting.get(PLACE)).s().replace("waiting1", "waiting" + lane);
  }

  UpdateItemRequest lease(String table, String id) {
    return update(waiting, running, table, id);
  }

  UpdateItemRequest complete(String table, String id) {
    return update(running, completed, table, id);
  }

  /// Writes what differs between two states, on the condition that the item has not changed.
  private static UpdateItemRequest update(
      Map<String, AttributeValue> from, Map<String, AttributeValue> to, String table, String id) {
    StringBuilder set = new StringBuilder();
    StringBuilder removal = new StringBuilder();
    Map<String, String> names = new HashMap<>(Map.of("#version", VERSION));
    Map<String, AttributeValue> values = new HashMap<>();
    values.put(":expected", Objects.requireNonNull(from.get(VERSION)));
    to.forEach(
        (name, value) -> {
          if (!value.equals(from.get(name))) {
            set.append(set.isEmpty() ? "SET " : ", ").append("#%s = :%s".formatted(name, name));
            names.put("#" + name, name);
            values.put(":" + name, value);
          }
        });
    from.keySet().stream()
        .filter(name -> !to.containsKey(name))
        .forEach(
            name -> {
              removal.append(removal.isEmpty() ? " REMOVE " : ", ").append("#" + name);
              names.put("#" + name, name);
            });
    return UpdateItemRequest.builder()
        .tableName(table)
        .key(Map.of(ID, AttributeValue.fromS(id)))
        .updateExpression(set.append(removal).toString())
        .conditionExpression("#version = :expected")
        .expressionAttributeNames(names)
        .expressionAttributeValues(values)
        .build();
  }
}
