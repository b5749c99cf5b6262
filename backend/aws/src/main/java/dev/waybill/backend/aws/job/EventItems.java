package dev.waybill.backend.aws.job;

import dev.waybill.EventCursor;
import dev.waybill.JobEvent;
import dev.waybill.NewEvent;
import dev.waybill.backend.aws.link.AwsLink;
import dev.waybill.backend.aws.link.ItemBatches;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.ByteWriter;
import dev.waybill.bytes.JobBytes;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.LeaseKey;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/// The items of events, by job and by a number made of attempt and sequence.
final class EventItems {

  private static final BigDecimal ATTEMPT = BigDecimal.TEN.pow(19);

  private final AwsLink link;
  private final ItemBatches batches;
  private final String table;
  private final Duration kept;

  EventItems(AwsLink link) {
    this.link = link;
    this.batches = new ItemBatches(link);
    this.table = link.layout().eventsTable();
    this.kept = link.config().storage().eventsKept();
  }

  private static BigDecimal number(int attempt, long sequence) {
    return ATTEMPT.multiply(BigDecimal.valueOf(attempt)).add(BigDecimal.valueOf(sequence));
  }

  void write(LeaseKey lease, List<NewEvent> events, Instant now) {
    batches.write(table, events.stream().map(event -> put(lease, event, now)).toList());
  }

  private WriteRequest put(LeaseKey lease, NewEvent event, Instant now) {
    Instant at = event.at();
    ByteWriter data = new ByteWriter(64);
    JobBytes.writePayload(data, event.data());
    Map<String, AttributeValue> item = new HashMap<>();
    item.put(JobPlan.ID, Values.text(lease.job().id().toString()));
    item.put(JobPlan.SEQUENCE, Values.number(number(lease.attempt(), event.sequence())));
    item.put(JobPlan.TIMESTAMP, Values.number((at == null ? now : at).toEpochMilli()));
    item.put(JobPlan.EVENT_TYPE, Values.text(event.type()));
    item.put(JobPlan.EVENT_PAYLOAD, Values.bytes(data.copy()));
    if (!kept.isZero()) {
      item.put(JobPlan.TTL, Values.number(now.plus(kept).getEpochSecond()));
    }
    return WriteRequest.builder().putRequest(PutRequest.builder().item(item).build()).build();
  }

  /// Events after a position that are not after the mark of their attempt.
  List<JobEvent> read(JobKey job, EventCursor after, int max, Map<Integer, Long> marks) {
    List<JobEvent> events = new ArrayList<>();
    pages(
        job,
        number(after.attempt(), after.sequence()),
        page -> {
          for (Map<String, AttributeValue> item : page.items()) {
            JobEvent event = event(job, item);
            if (events.size() < max
                && event.sequence() <= marks.getOrDefault(event.attempt(), -1L)) {
              events.add(event);
            }
          }
          return events.size() < max;
        });
    return events;
  }

  private static JobEvent event(JobKey job, Map<String, AttributeValue> item) {
    BigDecimal[] parts = Values.decimalOf(item, JobPlan.SEQUENCE).divideAndRemainder(ATTEMPT);
    ByteReader data = new ByteReader(Values.bytesOf(item, JobPlan.EVENT_PAYLOAD));
    return new JobEvent(
        job.id(),
        parts[0].intValueExact(),
        parts[1].longValueExact(),
        Values.textOf(item, JobPlan.EVENT_TYPE),
        Instant.ofEpochMilli(Values.longOf(item, JobPlan.TIMESTAMP)),
        JobBytes.readPayload(data));
  }

  void remove(JobKey job) {
    List<WriteRequest> removals = new ArrayList<>();
    pages(
        job,
        BigDecimal.ONE.negate(),
        page -> {
          page.items().forEach(item -> removals.add(Update.removal(keyOf(item))));
          return true;
        });
    batches.write(table, removals);
  }

  private static Map<String, AttributeValue> keyOf(Map<String, AttributeValue> item) {
    return Map.of(
        JobPlan.ID, Values.text(Values.textOf(item, JobPlan.ID)),
        JobPlan.SEQUENCE, Values.number(Values.decimalOf(item, JobPlan.SEQUENCE)));
  }

  /// Reads pages while the reader wants more.
  private void pages(JobKey job, BigDecimal after, Predicate<QueryResponse> wantsMore) {
    QueryRequest.Builder request =
        QueryRequest.builder()
            .tableName(table)
            .consistentRead(true)
            .keyConditionExpression(JobPlan.ID + " = :job AND #sequence > :after")
            .expressionAttributeNames(Map.of("#sequence", JobPlan.SEQUENCE))
            .expressionAttributeValues(
                Map.of(":job", Values.text(job.id().toString()), ":after", Values.number(after)));
    boolean more = true;
    while (more) {
      QueryRequest next = request.build();
      QueryResponse page = link.dynamodb("read " + table, client -> client.query(next));
      more =
          wantsMore.test(page) && page.hasLastEvaluatedKey() && !page.lastEvaluatedKey().isEmpty();
      request.exclusiveStartKey(page.lastEvaluatedKey());
    }
  }
}
