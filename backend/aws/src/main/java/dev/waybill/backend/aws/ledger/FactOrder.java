package dev.waybill.backend.aws.ledger;

import dev.waybill.backend.aws.link.AwsLink;
import dev.waybill.backend.aws.link.TablePlan;
import dev.waybill.backend.aws.link.TablePlan.IndexKey;
import dev.waybill.backend.aws.link.TablePlan.Part;
import dev.waybill.spi.Fact;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/// The order of all facts: a chain of frames in a table of their own. A frame has the keys of the
/// facts that one transaction wrote, and its sort key is the position of the first of them.
///
/// A transaction marks the last frame as followed, on the condition that it is not, and adds the
/// next one. So frames never compete for a position, and a reader that sees a frame sees all frames
/// before it. A frame whose facts are all deleted is deleted, except the last one.
final class FactOrder {

  private static final String LOG = "log";
  private static final String FIRST = "first";
  private static final String COUNT = "count";
  private static final String FACTS = "facts";
  private static final String FOLLOWED = "followed";

  private final AwsLink link;
  private final String table;

  /// The position of the last fact of some frame: a query from there needs no earlier frame.
  private volatile long boundary = -1;

  FactOrder(AwsLink link, String table) {
    this.link = link;
    this.table = table;
  }

  static TablePlan plan(String table) {
    return TablePlan.of(table, new IndexKey(Part.text(LOG), Part.number(FIRST)));
  }

  /// @param first the position of its first fact
  /// @param count the number of facts that it was written with
  /// @param facts the keys of those that are not deleted, by their position
  record Frame(long first, int count, Map<Long, Map<String, AttributeValue>> facts) {

    long next() {
      return first + count;
    }
  }

  /// Writes the frame before the first fact, unless it exists.
  void ensureRoot() {
    Map<String, AttributeValue> root = item(new Frame(0, 1, Map.of()));
    try {
      link.dynamodb(
          "begin the ledger",
          client ->
              client.putItem(
                  call ->
                      call.tableName(table)
                          .item(root)
                          .conditionExpression("attribute_not_exists(#log)")
                          .expressionAttributeNames(Map.of("#log", LOG))));
    } catch (ConditionalCheckFailedException exists) {
      return;
    }
  }

  /// The last frame.
  Frame last() {
    return query("#first >= :first", 0, false, 1).getFirst();
  }

  /// The frames that may have facts after a position, in order.
  ///
  /// @param max the number of frames; there may be more
  List<Frame> after(long position, int max) {
    boolean exact = position == boundary;
    int before = exact ? 0 : LedgerRecording.MOST_FACTS;
    List<Frame> found = query("#first > :first", position - before, true, max + before);
    if (!found.isEmpty()) {
      boundary = found.getLast().next() - 1;
    }
    return found;
  }

  private List<Frame> query(String condition, long first, boolean forward, int max) {
    return link
        .dynamodb(
            "read the order of facts",
            client ->
                client.query(
                    call ->
                        call.tableName(table)
                            .consistentRead(true)
                            .scanIndexForward(forward)
                            .limit(max)
                            .keyConditionExpression("#log = :log AND " + condition)
                            .expressionAttributeNames(Map.of("#log", LOG, "#first", FIRST))
                            .expressionAttributeValues(
                                Map.of(
                                    ":log", FactItems.text(LOG),
                                    ":first", FactItems.number(first)))))
        .items()
        .stream()
        .map(FactOrder::frame)
        .toList();
  }

  /// The writes that add a frame after the last one. They fail if that has a follower.
  List<TransactWriteItem> adding(Frame last, List<Fact.Recorded> facts) {
    Map<Long, Map<String, AttributeValue>> keys = new HashMap<>();
    facts.forEach(fact -> keys.put(fact.position(), FactItems.keyOf(fact.fact())));
    Frame next = new Frame(last.next(), facts.size(), keys);
    return List.of(
        TransactWriteItem.builder()
            .update(
                call ->
                    call.tableName(table)
                        .key(key(last.first()))
                        .conditionExpression(
                            "attribute_exists(#log) AND attribute_not_exists(#followed)")
                        .updateExpression("SET #followed = :yes")
                        .expressionAttributeNames(Map.of("#log", LOG, "#followed", FOLLOWED))
                        .expressionAttributeValues(Map.of(":yes", AttributeValue.fromBool(true))))
            .build(),
        TransactWriteItem.builder().put(call -> call.tableName(table).item(item(next))).build());
  }

  /// Takes facts out of their frames, and deletes frames without facts.
  void remove(List<Long> positions) {
    List<Long> rest = positions.stream().sorted(Comparator.reverseOrder()).toList();
    while (!rest.isEmpty()) {
      Frame frame = query("#first <= :first", rest.getFirst(), false, 1).getFirst();
      List<Long> within = rest.stream().filter(one -> one >= frame.first()).toList();
      List<Long> known = within.stream().filter(frame.facts()::containsKey).toList();
      if (!known.isEmpty()) {
        remove(frame, known);
      }
      rest = rest.subList(within.size(), rest.size());
    }
  }

  private void remove(Frame frame, List<Long> positions) {
    Map<String, String> names = new HashMap<>(Map.of("#facts", FACTS));
    positions.forEach(one -> names.put("#p" + one, String.valueOf(one)));
    String paths =
        positions.stream().map(one -> "#facts.#p" + one).collect(Collectors.joining(", "));
    try {
      link.dynamodb(
          "delete facts",
          client ->
              client.updateItem(
                  call ->
                      call.tableName(table)
                          .key(key(frame.first()))
                          .conditionExpression("attribute_exists(#facts)")
                          .updateExpression("REMOVE " + paths)
                          .expressionAttributeNames(names)));
    } catch (ConditionalCheckFailedException gone) {
      return;
    }
    if (frame.facts().size() <= positions.size()) {
      deleteEmpty(frame.first());
    }
  }

  private void deleteEmpty(long first) {
    try {
      link.dynamodb(
          "delete a frame of facts",
          client ->
              client.deleteItem(
                  call ->
                      call.tableName(table)
                          .key(key(first))
                          .conditionExpression("#followed = :yes AND size(#facts) = :none")
                          .expressionAttributeNames(Map.of("#followed", FOLLOWED, "#facts", FACTS))
                          .expressionAttributeValues(
                              Map.of(
                                  ":yes", AttributeValue.fromBool(true),
                                  ":none", FactItems.number(0)))));
    } catch (ConditionalCheckFailedException lastOrNotEmpty) {
      return;
    }
  }

  private static Map<String, AttributeValue> key(long first) {
    return Map.of(LOG, FactItems.text(LOG), FIRST, FactItems.number(first));
  }

  private static Map<String, AttributeValue> item(Frame frame) {
    Map<String, AttributeValue> facts = new HashMap<>();
    frame.facts().forEach((position, key) -> facts.put("" + position, AttributeValue.fromM(key)));
    Map<String, AttributeValue> item = new HashMap<>(key(frame.first()));
    item.put(COUNT, FactItems.number(frame.count()));
    item.put(FACTS, AttributeValue.fromM(facts));
    return item;
  }

  private static Frame frame(Map<String, AttributeValue> item) {
    Map<Long, Map<String, AttributeValue>> facts = new HashMap<>();
    FactItems.value(item, FACTS)
        .m()
        .forEach((position, key) -> facts.put(Long.parseLong(position), key.m()));
    return new Frame(
        FactItems.number(item, FIRST), (int) FactItems.number(item, COUNT), Map.copyOf(facts));
  }

  /// The positions and keys of facts after a position.
  static List<Map.Entry<Long, Map<String, AttributeValue>>> factsAfter(
      List<Frame> frames, long position) {
    List<Map.Entry<Long, Map<String, AttributeValue>>> found = new ArrayList<>();
    for (Frame frame : frames) {
      frame.facts().entrySet().stream()
          .filter(one -> one.getKey() > position)
          .sorted(Map.Entry.comparingByKey())
          .forEach(found::add);
    }
    return found;
  }
}
