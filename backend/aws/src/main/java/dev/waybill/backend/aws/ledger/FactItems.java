package dev.waybill.backend.aws.ledger;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.backend.aws.link.TablePlan;
import dev.waybill.backend.aws.link.TablePlan.Index;
import dev.waybill.backend.aws.link.TablePlan.IndexKey;
import dev.waybill.backend.aws.link.TablePlan.Part;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.ByteWriter;
import dev.waybill.bytes.JobBytes;
import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Facts and latest states as items of one table. Items of a subject have the same hash key; a fact
/// is named by its attempt and type, so that it exists once.
final class FactItems {

  static final String SUBJECT = "subject";
  static final String NAME = "name";
  static final String POSITION = "position";
  static final String KIND = "kind";
  static final String AT = "at";
  static final String WRITE = "write";
  static final String APPLIED = "applied";

  /// The position of the fact that led to a latest state.
  static final String LED_BY = "led_by";

  static final String VERSION = "version";
  static final String BY_POSITION = "by_position";
  static final String BY_AGE = "by_age";

  private static final String LATEST = "latest";

  private FactItems() {}

  static TablePlan plan(String table) {
    return TablePlan.of(table, new IndexKey(Part.text(SUBJECT), Part.text(NAME)))
        .withIndex(
            Index.local(BY_POSITION, new IndexKey(Part.text(SUBJECT), Part.number(POSITION))))
        .withIndex(
            Index.global(BY_AGE, new IndexKey(Part.text(KIND), Part.number(AT))).with(POSITION));
  }

  /// Tenants and kinds have no slash.
  static String subject(LedgerKey key) {
    return key.tenant() + "/" + key.kind() + "/" + key.id();
  }

  static LedgerKey key(String subject) {
    int tenant = subject.indexOf('/');
    int kind = subject.indexOf('/', tenant + 1);
    return new LedgerKey(
        subject.substring(0, tenant),
        subject.substring(tenant + 1, kind),
        subject.substring(kind + 1));
  }

  static Map<String, AttributeValue> keyOf(Fact fact) {
    return itemKey(subject(fact.key()), "fact/" + fact.attempt() + "/" + fact.type());
  }

  static Map<String, AttributeValue> keyOfLatest(LedgerKey key) {
    return itemKey(subject(key), LATEST);
  }

  static Map<String, AttributeValue> itemKey(String subject, String name) {
    return Map.of(SUBJECT, text(subject), NAME, text(name));
  }

  static boolean isLatest(Map<String, AttributeValue> item) {
    return value(item, NAME).s().equals(LATEST);
  }

  /// A fact at a position.
  ///
  /// @param write identifies the call that writes it
  /// @param applied whether it becomes the latest state
  static Map<String, AttributeValue> item(Fact.Recorded recorded, String write, boolean applied) {
    Map<String, AttributeValue> item = content(recorded.fact());
    item.putAll(keyOf(recorded.fact()));
    item.put(POSITION, number(recorded.position()));
    item.put(KIND, text(recorded.fact().key().kind()));
    item.put(WRITE, text(write));
    item.put(APPLIED, AttributeValue.fromBool(applied));
    return item;
  }

  static Map<String, AttributeValue> item(Fact.Latest latest) {
    Map<String, AttributeValue> item = content(latest.fact());
    item.putAll(keyOfLatest(latest.key()));
    item.put(LED_BY, number(latest.position()));
    item.put(VERSION, number(latest.version()));
    return item;
  }

  private static Map<String, AttributeValue> content(Fact fact) {
    Map<String, AttributeValue> item = new HashMap<>();
    item.put("attempt", number(fact.attempt()));
    item.put("type", text(fact.type()));
    item.put("state", text(fact.state()));
    item.put("rank", number(fact.rank()));
    item.put("standing", number(fact.standing()));
    item.put(AT, number(fact.at().toEpochMilli()));
    item.put("at_exact", text(fact.at().toString()));
    ByteWriter data = new ByteWriter(128);
    JobBytes.writePayload(data, fact.data());
    item.put("data", AttributeValue.fromB(SdkBytes.fromByteArray(data.copy())));
    return item;
  }

  static Fact.Recorded recorded(Map<String, AttributeValue> item) {
    return new Fact.Recorded(number(item, POSITION), fact(item));
  }

  static Fact.Latest latest(Map<String, AttributeValue> item) {
    return new Fact.Latest(number(item, LED_BY), number(item, VERSION), fact(item));
  }

  private static Fact fact(Map<String, AttributeValue> item) {
    try {
      ByteReader data = new ByteReader(value(item, "data").b().asByteArrayUnsafe());
      return Fact.of(
              key(value(item, SUBJECT).s()),
              (int) number(item, "attempt"),
              value(item, "type").s(),
              Instant.parse(value(item, "at_exact").s()),
              JobBytes.readPayload(data))
          .withState(value(item, "state").s())
          .withRank((int) number(item, "rank"), (int) number(item, "standing"));
    } catch (RuntimeException malformed) {
      throw new WaybillException(Code.CORRUPT, "a fact in DynamoDB is unreadable", malformed);
    }
  }

  static long number(Map<String, AttributeValue> item, String name) {
    return Long.parseLong(value(item, name).n());
  }

  /// An attribute that every such item has.
  static AttributeValue value(Map<String, AttributeValue> item, String name) {
    AttributeValue value = item.get(name);
    if (value == null) {
      throw new WaybillException(Code.CORRUPT, "an item of the ledger has no " + name);
    }
    return value;
  }

  /// The primary key of an item.
  static Map<String, AttributeValue> keyOf(Map<String, AttributeValue> item) {
    return itemKey(value(item, SUBJECT).s(), value(item, NAME).s());
  }

  static AttributeValue number(long value) {
    return AttributeValue.fromN(Long.toString(value));
  }

  static AttributeValue text(String value) {
    return AttributeValue.fromS(value);
  }
}
