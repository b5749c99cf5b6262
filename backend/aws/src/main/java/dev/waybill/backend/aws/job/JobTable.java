package dev.waybill.backend.aws.job;

import dev.waybill.backend.aws.job.IndexQuery.Entry;
import dev.waybill.backend.aws.link.AwsLink;
import dev.waybill.backend.aws.link.ItemBatches;
import dev.waybill.backend.support.JobRecord;
import dev.waybill.bytes.JobCodes;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.LeaseKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/// The items of jobs. Every write of a record has the condition that the record is still the one
/// that the writer has read.
final class JobTable {

  /// Writes of one call at the same time.
  static final int WRITES_AT_ONCE = 32;

  private static final int PAGE = 1_000;

  private final AwsLink link;
  private final ItemBatches batches;
  private final String table;

  JobTable(AwsLink link) {
    this.link = link;
    this.batches = new ItemBatches(link);
    this.table = link.layout().jobsTable();
  }

  String name() {
    return table;
  }

  Optional<JobItem> find(JobKey key) {
    return get(key.id().toString())
        .filter(JobItem::isJob)
        .map(JobItem::of)
        .filter(item -> item.record().key().equals(key));
  }

  /// The jobs with these IDs that exist.
  Map<String, JobItem> findAll(Collection<String> ids) {
    Map<String, JobItem> found = new HashMap<>();
    for (Map<String, AttributeValue> item : read(ids)) {
      if (JobItem.isJob(item)) {
        found.put(Values.textOf(item, JobPlan.ID), JobItem.of(item));
      }
    }
    return found;
  }

  List<Map<String, AttributeValue>> read(Collection<String> ids) {
    return batches.read(table, ids.stream().distinct().map(Values::key).toList());
  }

  Optional<Map<String, AttributeValue>> get(String id) {
    var answer =
        link.dynamodb(
            "read " + table,
            client ->
                client.getItem(
                    call -> call.tableName(table).key(Values.key(id)).consistentRead(true)));
    return answer.hasItem() ? Optional.of(answer.item()) : Optional.empty();
  }

  /// Whether there was no item with this key.
  boolean putNew(Map<String, AttributeValue> item) {
    return happens(
        () ->
            link.dynamodb(
                "write to " + table,
                client ->
                    client.putItem(
                        call ->
                            call.tableName(table)
                                .item(item)
                                .conditionExpression("attribute_not_exists(" + JobPlan.ID + ")"))));
  }

  /// Writes the next record if the job has not changed.
  ///
  /// @param number of the change in the feed; null if it is not shown there
  boolean replace(JobItem before, JobRecord next, @Nullable Long number) {
    Update update =
        new Update(table, next.key().id().toString())
            .setAll(JobItem.changing(next, !before.marks().isEmpty()));
    if (number != null) {
      update.set(JobPlan.CHANGED, Values.number(number));
    }
    return apply(update.ifVersion(before.record().version()));
  }

  /// Moves the time at which maintenance looks at a waiting job, unless another server has done so.
  boolean postpone(JobItem item, long now, long checkAt) {
    Update update =
        new Update(table, item.record().key().id().toString())
            .set(JobPlan.CHECK_AT, Values.number(checkAt));
    return apply(
        update
            .onlyIf(
                "%s = :expected AND %s <= :now"
                    .formatted(update.path(JobPlan.VERSION), update.path(JobPlan.CHECK_AT)))
            .with(":expected", item.record().version())
            .with(":now", now));
  }

  /// Notes the last event of an attempt, if the attempt is still running and nobody has noted
  /// another one.
  boolean mark(LeaseKey lease, @Nullable Long before, long last) {
    Update update =
        new Update(table, lease.job().id().toString())
            .set(List.of(JobPlan.MARKS, Integer.toString(lease.attempt())), Values.number(last));
    String mark = update.path(JobPlan.MARKS, Integer.toString(lease.attempt()));
    String same = before == null ? "attribute_not_exists(" + mark + ")" : mark + " = :before";
    update.onlyIf(
        "%s = :state AND %s = :attempt AND %s"
            .formatted(update.path(JobPlan.STATE), update.path(JobPlan.ATTEMPT), same));
    update.with(":state", JobCodes.RUNNING).with(":attempt", lease.attempt());
    return apply(before == null ? update : update.with(":before", before));
  }

  /// The job has no events any more.
  boolean silence(JobItem item) {
    Update update = new Update(table, item.record().key().id().toString());
    Map<String, @Nullable AttributeValue> plain = JobItem.changing(item.record(), false);
    return apply(
        update
            .set(JobPlan.CHECK, plain.get(JobPlan.CHECK))
            .set(JobPlan.MARKS, AttributeValue.fromM(Map.of()))
            .ifVersion(item.record().version()));
  }

  /// Puts a mark in the place of a job that has not changed.
  boolean bury(JobItem item, Map<String, AttributeValue> mark) {
    return happens(
        () ->
            link.dynamodb(
                "delete a job",
                client ->
                    client.putItem(
                        call ->
                            call.tableName(table)
                                .item(mark)
                                .conditionExpression("#version = :expected")
                                .expressionAttributeNames(Map.of("#version", JobPlan.VERSION))
                                .expressionAttributeValues(
                                    Map.of(":expected", Values.number(item.record().version()))))));
  }

  boolean apply(Update update) {
    return happens(
        () -> link.dynamodb("write to " + table, client -> client.updateItem(update.request())));
  }

  /// Replaces an item if an attribute has this text; fails as DynamoDB does.
  void putIf(Map<String, AttributeValue> item, String attribute, String text) {
    link.dynamodb(
        "write to " + table,
        client ->
            client.putItem(
                call ->
                    call.tableName(table)
                        .item(item)
                        .conditionExpression(attribute + " = :text")
                        .expressionAttributeValues(Map.of(":text", Values.text(text)))));
  }

  /// Deletes an item if an attribute has this text; fails as DynamoDB does.
  void removeIf(String id, String attribute, String text) {
    link.dynamodb(
        "delete from " + table,
        client ->
            client.deleteItem(
                call ->
                    call.tableName(table)
                        .key(Values.key(id))
                        .conditionExpression(attribute + " = :text")
                        .expressionAttributeValues(Map.of(":text", Values.text(text)))));
  }

  /// Writes two new items, both or none. Fails with a `TransactionCanceledException` if one of them
  /// exists.
  void putBoth(Map<String, AttributeValue> one, Map<String, AttributeValue> other) {
    link.dynamodb(
        "write to " + table,
        client ->
            client.transactWriteItems(call -> call.transactItems(newItem(one), newItem(other))));
  }

  private TransactWriteItem newItem(Map<String, AttributeValue> item) {
    return TransactWriteItem.builder()
        .put(
            put ->
                put.tableName(table)
                    .item(item)
                    .conditionExpression("attribute_not_exists(" + JobPlan.ID + ")"))
        .build();
  }

  void remove(Collection<String> ids) {
    batches.write(table, ids.stream().map(id -> Update.removal(Values.key(id))).toList());
  }

  static boolean happens(Runnable write) {
    try {
      write.run();
      return true;
    } catch (ConditionalCheckFailedException changed) {
      return false;
    }
  }

  List<Entry> entries(IndexQuery query) {
    List<Entry> entries = new ArrayList<>();
    page(
        query,
        Select.ALL_PROJECTED_ATTRIBUTES,
        page -> page.items().forEach(item -> entries.add(entry(query, item))));
    return entries.size() > query.limit() ? entries.subList(0, query.limit()) : entries;
  }

  long count(IndexQuery query) {
    return page(query, Select.COUNT, _ -> {});
  }

  private static Entry entry(IndexQuery query, Map<String, AttributeValue> item) {
    AttributeValue size = item.get(JobPlan.SIZE);
    return new Entry(
        Values.textOf(item, JobPlan.ID),
        Values.decimalOf(item, query.index().range),
        size == null ? 0 : Long.parseLong(size.n()));
  }

  private long page(IndexQuery query, Select select, Consumer<QueryResponse> reader) {
    long read = 0;
    Map<String, AttributeValue> start = Map.of();
    boolean more = !query.isEmpty();
    while (more && read < query.limit()) {
      QueryRequest request = request(query, select, start);
      QueryResponse page = link.dynamodb("query " + table, client -> client.query(request));
      read += page.count();
      reader.accept(page);
      start = page.lastEvaluatedKey();
      more = page.hasLastEvaluatedKey() && !start.isEmpty();
    }
    return read;
  }

  private QueryRequest request(IndexQuery query, Select select, Map<String, AttributeValue> start) {
    QueryRequest.Builder request =
        QueryRequest.builder()
            .tableName(table)
            .indexName(query.index().title)
            .keyConditionExpression("#h = :h AND #r BETWEEN :from AND :to")
            .expressionAttributeNames(Map.of("#h", query.index().hash, "#r", query.index().range))
            .expressionAttributeValues(
                Map.of(
                    ":h", Values.text(query.group()),
                    ":from", Values.number(query.from()),
                    ":to", Values.number(query.to())))
            .scanIndexForward(query.forward())
            .select(select);
    if (select != Select.COUNT) {
      request.limit(Math.min(PAGE, query.limit()));
    }
    return start.isEmpty() ? request.build() : request.exclusiveStartKey(start).build();
  }
}
