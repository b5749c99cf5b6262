package dev.waybill.backend.aws.ledger;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.backend.aws.link.AwsLayout;
import dev.waybill.backend.aws.link.AwsLink;
import dev.waybill.backend.aws.link.TablePlan;
import dev.waybill.backend.support.SharedCommit;
import dev.waybill.spi.Expiry;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The ledger in two tables of DynamoDB: facts and latest states in one, their order in the other.
public final class AwsLedger implements Ledger {

  /// An item of DynamoDB has at most 400 KB, keys and attributes included.
  private static final int MOST_BYTES = 380_000;

  /// A transaction has at most 4 MB, in which a fact and its state are both counted.
  private static final int MOST_BYTES_TOGETHER = 1_500_000;

  private final FactReading reading;
  private final FactDeleting deleting;
  private final FactOrder order;
  private final SharedCommit<List<Fact>, List<Answer>> recording;

  private AwsLedger(AwsLink link, FactOrder order, Expiry expiry) {
    this.order = order;
    this.reading = new FactReading(link, order, expiry);
    this.deleting = new FactDeleting(link, order, expiry);
    LedgerRecording transaction = new LedgerRecording(link, order, expiry);
    this.recording =
        new SharedCommit<>(
            calls -> recordAll(transaction, calls), AwsLedger::weight, MOST_BYTES_TOGETHER);
  }

  /// The tables must exist; see [#plans].
  public static AwsLedger open(AwsLink link, Expiry expiry) {
    FactOrder order = new FactOrder(link, orderTable(link.layout()));
    order.ensureRoot();
    return new AwsLedger(link, order, expiry);
  }

  /// Writes an item that is no fact.
  public static void proveWrite(AwsLink link) {
    Map<String, AttributeValue> probe = FactItems.itemKey("probe", "probe");
    link.dynamodb(
        "write to the ledger",
        client -> client.putItem(call -> call.tableName(link.layout().ledgerTable()).item(probe)));
  }

  /// Its tables.
  public static List<TablePlan> plans(AwsLayout layout) {
    return List.of(FactItems.plan(layout.ledgerTable()), FactOrder.plan(orderTable(layout)));
  }

  private static String orderTable(AwsLayout layout) {
    return layout.table("ledger_order");
  }

  @Override
  public List<Answer> record(List<Fact> facts) {
    List<Answer> answers = new ArrayList<>(facts.size());
    List<Fact> together = new ArrayList<>();
    int sum = 0;
    for (Fact fact : facts) {
      int weight = weight(fact);
      if (sum + weight > MOST_BYTES_TOGETHER) {
        answers.addAll(recording.call(List.copyOf(together)));
        together.clear();
        sum = 0;
      }
      together.add(fact);
      sum += weight;
    }
    if (!together.isEmpty()) {
      answers.addAll(recording.call(together));
    }
    return answers;
  }

  /// The facts of several calls in one transaction.
  private static List<List<Answer>> recordAll(LedgerRecording transaction, List<List<Fact>> calls) {
    Iterator<Answer> answers =
        transaction.record(calls.stream().flatMap(List::stream).toList()).iterator();
    return calls.stream().map(call -> call.stream().map(_ -> answers.next()).toList()).toList();
  }

  private static int weight(List<Fact> facts) {
    return facts.stream().mapToInt(AwsLedger::weight).sum();
  }

  /// Its bytes, and so much that a transaction has at most [LedgerRecording#MOST_FACTS].
  private static int weight(Fact fact) {
    return Math.max(size(fact), MOST_BYTES_TOGETHER / LedgerRecording.MOST_FACTS);
  }

  private static int size(Fact fact) {
    if (fact.data().size() > MOST_BYTES) {
      throw new WaybillException(
          Code.PAYLOAD_TOO_LARGE,
          "the fact has %d bytes; DynamoDB stores at most %d"
              .formatted(fact.data().size(), MOST_BYTES));
    }
    return (int) fact.data().size();
  }

  @Override
  public List<Fact.Latest> latest(List<LedgerKey> keys) {
    return reading.latest(keys);
  }

  @Override
  public List<Fact.Recorded> history(LedgerKey key, long after, int max) {
    return reading.history(key, after, max);
  }

  @Override
  public List<Fact.Recorded> tail(long after, int max) {
    return reading.tail(after, max);
  }

  /// Positions of deleted facts are counted, too.
  @Override
  public long beforeNewest(int facts) {
    return Math.max(0, order.last().next() - 1 - facts);
  }

  @Override
  public void delete(LedgerKey key, long upTo) {
    deleting.delete(key, upTo);
  }

  @Override
  public int prune(int max) {
    return deleting.prune(max);
  }
}
