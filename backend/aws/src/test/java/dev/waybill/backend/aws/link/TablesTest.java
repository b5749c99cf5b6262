package dev.waybill.backend.aws.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.backend.aws.Emulators;
import dev.waybill.backend.aws.link.TablePlan.Index;
import dev.waybill.backend.aws.link.TablePlan.IndexKey;
import dev.waybill.backend.aws.link.TablePlan.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

class TablesTest {

  private final AwsLink link = AwsLink.open(Emulators.config());
  private final Tables tables = new Tables(link);
  private final String name = link.layout().table("things");
  private final TablePlan plan =
      TablePlan.of(name, new IndexKey(Part.text("id"), Part.number("number")))
          .withIndex(
              Index.local("by_age", new IndexKey(Part.text("id"), Part.number("age"))).with())
          .withIndex(Index.global("by_kind", new IndexKey(Part.text("kind"), null)).with("color"))
          .withExpiry("ttl")
          .withStream();

  @AfterEach
  void close() {
    link.close();
  }

  @Test
  void a_table_is_created_once_with_its_indexes_expiry_and_stream() {
    tables.create(plan);
    tables.create(plan);

    var found = tables.find(name).orElseThrow();
    assertThat(found.billingModeSummary().billingMode()).isEqualTo(BillingMode.PAY_PER_REQUEST);
    assertThat(found.localSecondaryIndexes()).hasSize(1);
    assertThat(found.globalSecondaryIndexes()).hasSize(1);
    assertThat(found.streamSpecification().streamEnabled()).isTrue();
    assertThat(tables.expiring(name)).contains("ttl");
  }

  @Test
  void a_table_that_does_not_exist_is_not_found() {
    assertThat(tables.find(name)).isEmpty();
  }

  @Test
  void many_items_are_written_and_read_in_batches_and_the_calls_are_counted() {
    tables.create(plan);
    List<WriteRequest> writes = new ArrayList<>();
    List<Map<String, AttributeValue>> keys = new ArrayList<>();
    for (int i = 0; i < 130; i++) {
      Map<String, AttributeValue> item =
          Map.of("id", AttributeValue.fromS("a"), "number", AttributeValue.fromN("" + i));
      keys.add(item);
      writes.add(WriteRequest.builder().putRequest(put -> put.item(item)).build());
    }

    ItemBatches batches = new ItemBatches(link);
    batches.write(name, writes);

    assertThat(batches.read(name, keys)).hasSize(130);
    assertThat(link.counts().of("DynamoDB", "BatchWriteItem")).isEqualTo(6);
    assertThat(link.counts().of("DynamoDB", "BatchGetItem")).isEqualTo(2);
  }
}
