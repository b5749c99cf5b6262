package dev.waybill.backend.aws.job;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/// A conditional update of one item.
final class Update {

  private final String table;
  private final String id;
  private final List<String> sets = new ArrayList<>();
  private final List<String> removals = new ArrayList<>();
  private final Map<String, String> names = new HashMap<>();
  private final Map<String, AttributeValue> values = new HashMap<>();
  private @Nullable String condition;

  Update(String table, String id) {
    this.table = table;
    this.id = id;
  }

  static WriteRequest removal(Map<String, AttributeValue> key) {
    return WriteRequest.builder().deleteRequest(DeleteRequest.builder().key(key).build()).build();
  }

  Update setAll(Map<String, @Nullable AttributeValue> attributes) {
    attributes.forEach(this::set);
    return this;
  }

  /// Sets an attribute, or removes it if the value is null.
  Update set(String name, @Nullable AttributeValue value) {
    if (value == null) {
      removals.add(path(name));
      return this;
    }
    return set(List.of(name), value);
  }

  Update set(List<String> path, AttributeValue value) {
    String parameter = ":v" + values.size();
    values.put(parameter, value);
    sets.add(path(path.toArray(String[]::new)) + " = " + parameter);
    return this;
  }

  /// The path of an attribute in expressions.
  String path(String... parts) {
    List<String> aliases = new ArrayList<>();
    for (String part : parts) {
      String alias = "#" + part;
      names.put(alias, part);
      aliases.add(alias);
    }
    return String.join(".", aliases);
  }

  Update onlyIf(String expression) {
    condition = expression;
    return this;
  }

  /// Only if the record has not changed.
  Update ifVersion(long version) {
    return onlyIf(path(JobPlan.VERSION) + " = :expected").with(":expected", version);
  }

  Update with(String parameter, long number) {
    values.put(parameter, Values.number(number));
    return this;
  }

  UpdateItemRequest request() {
    String set = sets.isEmpty() ? "" : "SET " + String.join(", ", sets);
    String remove = removals.isEmpty() ? "" : " REMOVE " + String.join(", ", removals);
    UpdateItemRequest.Builder request =
        UpdateItemRequest.builder()
            .tableName(table)
            .key(Values.key(id))
            .updateExpression(set + remove)
            .conditionExpression(condition);
    if (!names.isEmpty()) {
      request.expressionAttributeNames(names);
    }
    return request.expressionAttributeValues(values).build();
  }
}
