package dev.waybill.backend.aws;

import dev.waybill.backend.aws.link.TablePlan;
import dev.waybill.backend.aws.link.TablePlan.Index;
import dev.waybill.backend.aws.link.TablePlan.IndexKey;
import dev.waybill.backend.aws.link.TablePlan.Part;
import dev.waybill.backend.aws.link.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/// How a table differs from its plan, for people.
final class TableDrift {

  private final TablePlan plan;
  private final TableDescription found;
  private final List<String> drift = new ArrayList<>();

  private TableDrift(TablePlan plan, TableDescription found) {
    this.plan = plan;
    this.found = found;
  }

  static List<String> of(TablePlan plan, Tables tables) {
    TableDescription found = tables.find(plan.name()).orElse(null);
    if (found == null) {
      return List.of("was deleted");
    }
    TableDrift all = new TableDrift(plan, found);
    all.keys("its key", plan.key(), found.keySchema());
    all.indexes();
    all.billing();
    all.expiry(tables.expiring(plan.name()).orElse("none"));
    all.stream();
    return all.drift;
  }

  private void keys(String what, IndexKey wanted, List<KeySchemaElement> schema) {
    List<String> names =
        Stream.of(wanted.hash(), wanted.range()).filter(Objects::nonNull).map(Part::name).toList();
    List<String> seen = schema.stream().map(KeySchemaElement::attributeName).toList();
    if (!seen.equals(names)) {
      drift.add(what + " is " + seen + ", not " + names);
    }
  }

  /// An index as it was found.
  private record Seen(List<KeySchemaElement> keys, Projection projection) {}

  private void indexes() {
    Map<String, Seen> seen = new HashMap<>();
    found
        .localSecondaryIndexes()
        .forEach(one -> seen.put(one.indexName(), new Seen(one.keySchema(), one.projection())));
    found
        .globalSecondaryIndexes()
        .forEach(one -> seen.put(one.indexName(), new Seen(one.keySchema(), one.projection())));
    for (Index index : plan.indexes()) {
      Seen one = seen.get(index.name());
      if (one == null) {
        drift.add("the index " + index.name() + " is missing");
      } else {
        keys("the key of the index " + index.name(), index.key(), one.keys());
        projection(index, one.projection());
      }
    }
  }

  private void projection(Index index, Projection seen) {
    List<String> projected = index.projected();
    boolean same =
        projected == null
            ? seen.projectionType() == ProjectionType.ALL
            : seen.projectionType() == ProjectionType.ALL
                || seen.nonKeyAttributes().containsAll(projected);
    if (!same) {
      drift.add("the index " + index.name() + " does not contain all attributes");
    }
  }

  /// Provisioned throughput works, and throttles.
  private void billing() {
    boolean onDemand =
        found.billingModeSummary() != null
            && found.billingModeSummary().billingMode() == BillingMode.PAY_PER_REQUEST;
    if (!onDemand) {
      drift.add("its capacity is provisioned, not on demand");
    }
  }

  private void expiry(String attribute) {
    String wanted = plan.expires() == null ? "none" : plan.expires();
    if (!attribute.equals(wanted)) {
      drift.add("its TTL attribute is " + attribute + ", not " + wanted);
    }
  }

  private void stream() {
    boolean streams =
        found.streamSpecification() != null && found.streamSpecification().streamEnabled();
    if (plan.streams() && !streams) {
      drift.add("it has no stream");
    }
  }
}
