package dev.waybill.backend.aws.ledger;

import dev.waybill.backend.aws.link.AwsLink;
import dev.waybill.backend.aws.link.ItemBatches;
import dev.waybill.settings.Limits;
import dev.waybill.spi.Expiry;
import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;

/// Reads facts and latest states; expired ones are left out.
final class FactReading {

  private static final int PAGE = 100;

  private final AwsLink link;
  private final ItemBatches batches;
  private final FactOrder order;
  private final Expiry expiry;
  private final String table;

  FactReading(AwsLink link, FactOrder order, Expiry expiry) {
    this.link = link;
    this.batches = new ItemBatches(link);
    this.order = order;
    this.expiry = expiry;
    this.table = link.layout().ledgerTable();
  }

  List<Fact.Latest> latest(List<LedgerKey> keys) {
    List<Map<String, AttributeValue>> wanted =
        keys.stream().distinct().map(FactItems::keyOfLatest).toList();
    return batches.read(table, wanted).stream()
        .map(FactItems::latest)
        .filter(state -> !expiry.isOver(state.fact()))
        .toList();
  }

  List<Fact.Recorded> history(LedgerKey key, long after, int max) {
    List<Fact.Recorded> found = new ArrayList<>();
    Map<String, AttributeValue> from = Map.of();
    do {
      QueryResponse page = page(key, after, from);
      page.items().stream()
          .map(FactItems::recorded)
          .filter(one -> !expiry.isOver(one.fact()))
          .forEach(found::add);
      from = page.lastEvaluatedKey();
    } while (!from.isEmpty() && found.size() < max);
    return found.size() <= max ? found : List.copyOf(found.subList(0, max));
  }

  private QueryResponse page(LedgerKey key, long after, Map<String, AttributeValue> from) {
    return link.dynamodb(
        "read a history",
        client ->
            client.query(
                call ->
                    call.tableName(table)
                        .indexName(FactItems.BY_POSITION)
                        .consistentRead(true)
                        .limit(Limits.PAGE_SIZE)
                        .exclusiveStartKey(from.isEmpty() ? null : from)
                        .keyConditionExpression("#subject = :subject AND #position > :after")
                        .expressionAttributeNames(
                            Map.of("#subject", FactItems.SUBJECT, "#position", FactItems.POSITION))
                        .expressionAttributeValues(
                            Map.of(
                                ":subject", FactItems.text(FactItems.subject(key)),
                                ":after", FactItems.number(after)))));
  }

  /// Reads frames until it has enough facts that have not expired, or there are no more.
  List<Fact.Recorded> tail(long after, int max) {
    List<Fact.Recorded> found = new ArrayList<>();
    long from = after;
    while (found.size() < max) {
      List<FactOrder.Frame> frames = order.after(from, Math.clamp(max, 1, PAGE));
      if (frames.isEmpty() || frames.getLast().next() - 1 <= from) {
        break;
      }
      facts(FactOrder.factsAfter(frames, from)).stream()
          .filter(one -> !expiry.isOver(one.fact()))
          .forEach(found::add);
      from = frames.getLast().next() - 1;
    }
    return found.size() <= max ? found : List.copyOf(found.subList(0, max));
  }

  private List<Fact.Recorded> facts(List<Map.Entry<Long, Map<String, AttributeValue>>> wanted) {
    Map<Long, Fact.Recorded> found = new HashMap<>();
    batches.read(table, wanted.stream().map(Map.Entry::getValue).toList()).stream()
        .map(FactItems::recorded)
        .forEach(one -> found.put(one.position(), one));
    List<Map<String, AttributeValue>> missing =
        wanted.stream()
            .filter(one -> !found.containsKey(one.getKey()))
            .map(Map.Entry::getValue)
            .toList();
    inFlight(missing).forEach(one -> found.put(one.position(), one));
    return wanted.stream()
        .filter(one -> found.containsKey(one.getKey()))
        .map(one -> found.get(one.getKey()))
        .sorted(Comparator.comparingLong(Fact.Recorded::position))
        .toList();
  }

  /// A frame can be visible shortly before the facts of the same transaction are. A reading
  /// transaction sees all of it; facts that it does not find are deleted.
  private List<Fact.Recorded> inFlight(List<Map<String, AttributeValue>> keys) {
    List<Fact.Recorded> found = new ArrayList<>();
    for (int from = 0; from < keys.size(); from += PAGE) {
      List<TransactGetItem> some =
          keys.subList(from, Math.min(keys.size(), from + PAGE)).stream()
              .map(
                  key ->
                      TransactGetItem.builder().get(get -> get.tableName(table).key(key)).build())
              .toList();
      link
          .dynamodb(
              "read facts", client -> client.transactGetItems(call -> call.transactItems(some)))
          .responses()
          .stream()
          .filter(one -> one.hasItem() && !one.item().isEmpty())
          .forEach(one -> found.add(FactItems.recorded(one.item())));
    }
    return found;
  }
}
