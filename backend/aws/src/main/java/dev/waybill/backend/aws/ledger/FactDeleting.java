package dev.waybill.backend.aws.ledger;

import dev.waybill.backend.aws.link.AwsLink;
import dev.waybill.backend.aws.link.ItemBatches;
import dev.waybill.spi.Expiry;
import dev.waybill.spi.LedgerKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/// Deletes facts: first from the order of all facts, then the facts themselves, then the latest
/// states that they led to. A crash in between leaves facts that the next call finds.
final class FactDeleting {

  private final AwsLink link;
  private final ItemBatches batches;
  private final FactOrder order;
  private final Expiry expiry;
  private final String table;

  FactDeleting(AwsLink link, FactOrder order, Expiry expiry) {
    this.link = link;
    this.batches = new ItemBatches(link);
    this.order = order;
    this.expiry = expiry;
    this.table = link.layout().ledgerTable();
  }

  void delete(LedgerKey key, long upTo) {
    Map<String, AttributeValue> from = Map.of();
    do {
      QueryResponse page = page(key, upTo, from);
      delete(page.items());
      from = page.lastEvaluatedKey();
    } while (!from.isEmpty());
    deleteState(FactItems.subject(key), upTo);
  }

  private QueryResponse page(LedgerKey key, long upTo, Map<String, AttributeValue> from) {
    return link.dynamodb(
        "find facts to delete",
        client ->
            client.query(
                call ->
                    call.tableName(table)
                        .indexName(FactItems.BY_POSITION)
                        .consistentRead(true)
                        .exclusiveStartKey(from.isEmpty() ? null : from)
                        .keyConditionExpression("#subject = :subject AND #position <= :upTo")
                        .expressionAttributeNames(
                            Map.of("#subject", FactItems.SUBJECT, "#position", FactItems.POSITION))
                        .expressionAttributeValues(
                            Map.of(
                                ":subject", FactItems.text(FactItems.subject(key)),
                                ":upTo", FactItems.number(upTo)))));
  }

  /// Deletes the oldest facts of each kind that expires.
  int prune(int max) {
    int gone = 0;
    for (String kind : expiry.kinds()) {
      List<Map<String, AttributeValue>> expired =
          gone < max ? expired(kind, max - gone) : List.of();
      delete(expired);
      for (Map<String, AttributeValue> one : expired) {
        deleteState(
            FactItems.value(one, FactItems.SUBJECT).s(), FactItems.number(one, FactItems.POSITION));
      }
      gone += expired.size();
    }
    return gone;
  }

  /// The index may still have facts that were deleted a moment ago.
  private List<Map<String, AttributeValue>> expired(String kind, int max) {
    List<Map<String, AttributeValue>> found =
        link.dynamodb(
                "find expired facts",
                client ->
                    client.query(
                        call ->
                            call.tableName(table)
                                .indexName(FactItems.BY_AGE)
                                .limit(max)
                                .keyConditionExpression("#kind = :kind AND #at <= :limit")
                                .expressionAttributeNames(
                                    Map.of("#kind", FactItems.KIND, "#at", FactItems.AT))
                                .expressionAttributeValues(
                                    Map.of(
                                        ":kind", FactItems.text(kind),
                                        ":limit", FactItems.number(expiry.millis(kind))))))
            .items();
    return batches.read(table, found.stream().map(FactItems::keyOf).toList());
  }

  private void delete(List<Map<String, AttributeValue>> facts) {
    order.remove(facts.stream().map(one -> FactItems.number(one, FactItems.POSITION)).toList());
    List<WriteRequest> deletes = new ArrayList<>();
    for (Map<String, AttributeValue> fact : facts) {
      deletes.add(
          WriteRequest.builder()
              .deleteRequest(delete -> delete.key(FactItems.keyOf(fact)))
              .build());
    }
    batches.write(table, deletes);
  }

  /// A state that a later fact led to stays.
  private void deleteState(String subject, long upTo) {
    try {
      link.dynamodb(
          "delete a state",
          client ->
              client.deleteItem(
                  call ->
                      call.tableName(table)
                          .key(FactItems.keyOfLatest(FactItems.key(subject)))
                          .conditionExpression("#led <= :upTo")
                          .expressionAttributeNames(Map.of("#led", FactItems.LED_BY))
                          .expressionAttributeValues(Map.of(":upTo", FactItems.number(upTo)))));
    } catch (ConditionalCheckFailedException newer) {
      return;
    }
  }
}
