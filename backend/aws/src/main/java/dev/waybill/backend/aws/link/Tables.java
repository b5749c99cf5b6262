package dev.waybill.backend.aws.link;

import dev.waybill.backend.aws.link.TablePlan.Index;
import dev.waybill.backend.aws.link.TablePlan.IndexKey;
import dev.waybill.backend.aws.link.TablePlan.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/// Creates tables of DynamoDB and waits until they can be used.
public final class Tables {

  private final AwsLink link;

  public Tables(AwsLink link) {
    this.link = link;
  }

  /// Empty if there is no such table.
  public Optional<TableDescription> find(String name) {
    try {
      return Optional.of(
          link.dynamodb(
              "describe the table " + name,
              client -> client.describeTable(call -> call.tableName(name)).table()));
    } catch (ResourceNotFoundException none) {
      return Optional.empty();
    }
  }

  /// Creates the table unless it exists, and returns when it is active. Another server may create
  /// it at the same time.
  public void create(TablePlan plan) {
    try {
      link.dynamodb("create the table " + plan.name(), client -> client.createTable(request(plan)));
    } catch (dev.waybill.WaybillException refused) {
      if (!(refused.getCause() instanceof ResourceInUseException)) {
        throw refused;
      }
    }
    awaitActive(plan.name());
    expire(plan);
  }

  private void awaitActive(String name) {
    long start = System.nanoTime();
    while (find(name).map(TableDescription::tableStatus).orElse(TableStatus.CREATING)
        != TableStatus.ACTIVE) {
      link.retries().pauseSince(start);
    }
  }

  private void expire(TablePlan plan) {
    String attribute = plan.expires();
    if (attribute == null || expiring(plan.name()).isPresent()) {
      return;
    }
    link.dynamodb(
        "set the expiry of " + plan.name(),
        client ->
            client.updateTimeToLive(
                call ->
                    call.tableName(plan.name())
                        .timeToLiveSpecification(
                            ttl -> ttl.enabled(true).attributeName(attribute))));
  }

  /// The attribute by which items of a table expire.
  public Optional<String> expiring(String name) {
    var found =
        link.dynamodb(
                "read the expiry of " + name,
                client -> client.describeTimeToLive(call -> call.tableName(name)))
            .timeToLiveDescription();
    boolean on =
        found.timeToLiveStatus() == TimeToLiveStatus.ENABLED
            || found.timeToLiveStatus() == TimeToLiveStatus.ENABLING;
    return on ? Optional.ofNullable(found.attributeName()) : Optional.empty();
  }

  private static CreateTableRequest request(TablePlan plan) {
    CreateTableRequest.Builder request =
        CreateTableRequest.builder()
            .tableName(plan.name())
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .keySchema(schema(plan.key()))
            .attributeDefinitions(
                plan.attributes().entrySet().stream().map(Tables::definition).toList());
    List<LocalSecondaryIndex> locals =
        plan.indexes().stream().filter(Index::local).map(Tables::local).toList();
    List<GlobalSecondaryIndex> globals =
        plan.indexes().stream().filter(index -> !index.local()).map(Tables::global).toList();
    if (!locals.isEmpty()) {
      request.localSecondaryIndexes(locals);
    }
    if (!globals.isEmpty()) {
      request.globalSecondaryIndexes(globals);
    }
    if (plan.streams()) {
      request.streamSpecification(
          StreamSpecification.builder()
              .streamEnabled(true)
              .streamViewType(StreamViewType.NEW_IMAGE)
              .build());
    }
    return request.build();
  }

  private static AttributeDefinition definition(
      java.util.Map.Entry<
              String, software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType>
          one) {
    return AttributeDefinition.builder()
        .attributeName(one.getKey())
        .attributeType(one.getValue())
        .build();
  }

  private static LocalSecondaryIndex local(Index index) {
    return LocalSecondaryIndex.builder()
        .indexName(index.name())
        .keySchema(schema(index.key()))
        .projection(projection(index))
        .build();
  }

  private static GlobalSecondaryIndex global(Index index) {
    return GlobalSecondaryIndex.builder()
        .indexName(index.name())
        .keySchema(schema(index.key()))
        .projection(projection(index))
        .build();
  }

  private static Projection projection(Index index) {
    List<String> projected = index.projected();
    if (projected == null) {
      return Projection.builder().projectionType(ProjectionType.ALL).build();
    }
    return projected.isEmpty()
        ? Projection.builder().projectionType(ProjectionType.KEYS_ONLY).build()
        : Projection.builder()
            .projectionType(ProjectionType.INCLUDE)
            .nonKeyAttributes(projected)
            .build();
  }

  private static List<KeySchemaElement> schema(IndexKey key) {
    List<KeySchemaElement> schema = new ArrayList<>();
    for (Part part : key.parts()) {
      schema.add(
          KeySchemaElement.builder()
              .attributeName(part.name())
              .keyType(schema.isEmpty() ? KeyType.HASH : KeyType.RANGE)
              .build());
    }
    return schema;
  }
}
