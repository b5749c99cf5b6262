package dev.waybill.backend.aws.link;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/// Reads and writes many items of a table, in batches of the size that DynamoDB allows. The part of
/// a batch that DynamoDB did not process is sent again after a pause, 3 times; then the call fails
/// with `THROTTLED`.
public final class ItemBatches {

  private static final int READ_AT_ONCE = 100;
  private static final int WRITTEN_AT_ONCE = 25;
  private static final int RETRIES = 3;
  private static final long FIRST_PAUSE_MILLIS = 50;

  private final AwsLink link;

  public ItemBatches(AwsLink link) {
    this.link = link;
  }

  /// The items of these keys that exist, in any order, as they are after every earlier write.
  public List<Map<String, AttributeValue>> read(
      String table, List<Map<String, AttributeValue>> keys) {
    List<Map<String, AttributeValue>> found = new ArrayList<>();
    for (int from = 0; from < keys.size(); from += READ_AT_ONCE) {
      readSome(table, keys.subList(from, Math.min(keys.size(), from + READ_AT_ONCE)), found);
    }
    return found;
  }

  private void readSome(
      String table,
      List<Map<String, AttributeValue>> keys,
      List<Map<String, AttributeValue>> found) {
    List<Map<String, AttributeValue>> rest = keys;
    for (int tries = 0; !rest.isEmpty(); tries++) {
      pauseBefore(tries, "BatchGetItem");
      KeysAndAttributes asked = KeysAndAttributes.builder().keys(rest).consistentRead(true).build();
      var answer =
          link.dynamodb(
              "read from " + table,
              client -> client.batchGetItem(call -> call.requestItems(Map.of(table, asked))));
      List<Map<String, AttributeValue>> some = answer.responses().get(table);
      int before = found.size();
      found.addAll(some == null ? List.of() : some);
      KeysAndAttributes unprocessed = answer.unprocessedKeys().get(table);
      rest = unprocessed == null ? List.of() : unprocessed.keys();
      // A large page is cut at 16 MB: that is progress, not throttling.
      tries = found.size() > before ? 0 : tries;
    }
  }

  /// Puts and deletes items. The keys differ.
  public void write(String table, List<WriteRequest> writes) {
    for (int from = 0; from < writes.size(); from += WRITTEN_AT_ONCE) {
      writeSome(table, writes.subList(from, Math.min(writes.size(), from + WRITTEN_AT_ONCE)));
    }
  }

  private void writeSome(String table, List<WriteRequest> writes) {
    List<WriteRequest> rest = writes;
    for (int tries = 0; !rest.isEmpty(); tries++) {
      pauseBefore(tries, "BatchWriteItem");
      List<WriteRequest> some = rest;
      var answer =
          link.dynamodb(
              "write to " + table,
              client -> client.batchWriteItem(call -> call.requestItems(Map.of(table, some))));
      List<WriteRequest> unprocessed = answer.unprocessedItems().get(table);
      rest = unprocessed == null ? List.of() : unprocessed;
    }
  }

  /// Exponential, with full jitter.
  private void pauseBefore(int tries, String operation) {
    if (tries == 0) {
      return;
    }
    if (tries > RETRIES) {
      throw new WaybillException(
          Code.THROTTLED,
          "DynamoDB did not process all items of a " + operation + " within " + tries + " tries");
    }
    link.counts().retriedBatch("DynamoDB", operation);
    long most = FIRST_PAUSE_MILLIS << tries;
    link.retries().pause(java.time.Duration.ofMillis(ThreadLocalRandom.current().nextLong(most)));
  }
}
