package dev.waybill.backend.aws.ledger;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.backend.aws.link.AwsLink;
import dev.waybill.backend.aws.link.ItemBatches;
import dev.waybill.spi.Expiry;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger.Answer;
import dev.waybill.spi.LedgerKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/// Records facts in one transaction: the facts, the latest states that they lead to, and a frame of
/// their order. If another server was faster, it starts over.
final class LedgerRecording {

  /// A transaction has at most 100 items: a frame, the frame before, and two for each fact.
  static final int MOST_FACTS = 40;

  private final AwsLink link;
  private final ItemBatches batches;
  private final FactOrder order;
  private final Expiry expiry;
  private final String table;
  private FactOrder.@Nullable Frame last;

  LedgerRecording(AwsLink link, FactOrder order, Expiry expiry) {
    this.link = link;
    this.batches = new ItemBatches(link);
    this.order = order;
    this.expiry = expiry;
    this.table = link.layout().ledgerTable();
  }

  /// At most [#MOST_FACTS] facts, by one caller at a time. A transaction whose answer was lost is
  /// recognized by its name in the facts.
  List<Answer> record(List<Fact> facts) {
    String write = UUID.randomUUID().toString();
    long start = System.nanoTime();
    while (true) {
      Plan plan = plan(facts, write);
      if (plan.added.isEmpty() || commit(plan, write)) {
        return plan.answers;
      }
      last = null;
      link.retries().pauseSince(start);
    }
  }

  /// What is to be written.
  private static final class Plan {

    private final FactOrder.Frame last;
    private final Map<LedgerKey, Fact.Latest> before = new HashMap<>();
    private final Map<LedgerKey, Fact.Latest> states = new LinkedHashMap<>();
    private final List<Fact.Recorded> added = new ArrayList<>();
    private final List<Boolean> applied = new ArrayList<>();
    private final List<Answer> answers = new ArrayList<>();

    Plan(FactOrder.Frame last) {
      this.last = last;
    }
  }

  private Plan plan(List<Fact> facts, String write) {
    FactOrder.Frame end = last;
    if (end == null) {
      end = order.last();
      last = end;
    }
    Plan plan = new Plan(end);
    Map<Map<String, AttributeValue>, Map<String, AttributeValue>> known = read(facts, plan);
    for (Fact fact : facts) {
      Map<String, AttributeValue> key = FactItems.keyOf(fact);
      Map<String, AttributeValue> found = known.get(key);
      if (found == null) {
        known.put(key, add(plan, fact));
      } else {
        plan.answers.add(answer(found, write));
      }
    }
    return plan;
  }

  private static Answer answer(Map<String, AttributeValue> found, String write) {
    AttributeValue by = found.get(FactItems.WRITE);
    if (by == null || !by.s().equals(write)) {
      return Answer.DUPLICATE;
    }
    return FactItems.value(found, FactItems.APPLIED).bool() ? Answer.APPLIED : Answer.STALE;
  }

  /// Reads the facts that exist, by key, and the states before.
  private Map<Map<String, AttributeValue>, Map<String, AttributeValue>> read(
      List<Fact> facts, Plan plan) {
    List<Map<String, AttributeValue>> keys = new ArrayList<>();
    facts.stream().map(FactItems::keyOf).distinct().forEach(keys::add);
    facts.stream().map(Fact::key).distinct().map(FactItems::keyOfLatest).forEach(keys::add);
    Map<Map<String, AttributeValue>, Map<String, AttributeValue>> known = new HashMap<>();
    for (Map<String, AttributeValue> item : batches.read(table, keys)) {
      if (FactItems.isLatest(item)) {
        Fact.Latest state = FactItems.latest(item);
        plan.before.put(state.key(), state);
      } else {
        known.put(FactItems.keyOf(item), item);
      }
    }
    return known;
  }

  private Map<String, AttributeValue> add(Plan plan, Fact fact) {
    long position = plan.last.next() + plan.added.size();
    Fact.Latest state = state(plan, fact.key());
    boolean applies = state == null || fact.advances(state);
    if (applies) {
      long version = state == null ? 1 : state.version() + 1;
      plan.states.put(fact.key(), new Fact.Latest(position, version, fact));
    }
    plan.added.add(new Fact.Recorded(position, fact));
    plan.applied.add(applies);
    plan.answers.add(applies ? Answer.APPLIED : Answer.STALE);
    return Map.of();
  }

  /// Null if there is none, or if it has expired.
  private Fact.@Nullable Latest state(Plan plan, LedgerKey key) {
    Fact.Latest planned = plan.states.get(key);
    Fact.Latest state = planned == null ? plan.before.get(key) : planned;
    return state == null || expiry.isOver(state.fact()) ? null : state;
  }

  /// False if it must be tried again: somebody else has written, or the answer was lost.
  private boolean commit(Plan plan, String write) {
    List<TransactWriteItem> writes = new ArrayList<>(order.adding(plan.last, plan.added));
    for (int i = 0; i < plan.added.size(); i++) {
      writes.add(put(FactItems.item(plan.added.get(i), write, plan.applied.get(i)), null));
    }
    plan.states.forEach(
        (key, state) -> writes.add(put(FactItems.item(state), plan.before.get(key))));
    try {
      link.dynamodb(
          "record facts", client -> client.transactWriteItems(call -> call.transactItems(writes)));
    } catch (TransactionCanceledException competing) {
      requireRetryable(competing);
      return false;
    } catch (WaybillException failed) {
      if (failed.code() != Code.UNAVAILABLE) {
        throw failed;
      }
      return false;
    }
    last = new FactOrder.Frame(plan.last.next(), plan.added.size(), Map.of());
    return true;
  }

  private TransactWriteItem put(Map<String, AttributeValue> item, Fact.@Nullable Latest before) {
    if (before == null) {
      return TransactWriteItem.builder()
          .put(
              call ->
                  call.tableName(table)
                      .item(item)
                      .conditionExpression("attribute_not_exists(#subject)")
                      .expressionAttributeNames(Map.of("#subject", FactItems.SUBJECT)))
          .build();
    }
    return TransactWriteItem.builder()
        .put(
            call ->
                call.tableName(table)
                    .item(item)
                    .conditionExpression("#version = :version AND #led = :led")
                    .expressionAttributeNames(
                        Map.of("#version", FactItems.VERSION, "#led", FactItems.LED_BY))
                    .expressionAttributeValues(
                        Map.of(
                            ":version", FactItems.number(before.version()),
                            ":led", FactItems.number(before.position()))))
        .build();
  }

  private static void requireRetryable(TransactionCanceledException canceled) {
    boolean invalid =
        canceled.cancellationReasons().stream()
            .anyMatch(reason -> "ValidationError".equals(reason.code()));
    if (invalid) {
      throw new WaybillException(
          Code.PAYLOAD_TOO_LARGE, "DynamoDB refuses a fact: " + canceled.getMessage(), canceled);
    }
  }
}
