package dev.waybill.events.schema;

import java.util.List;

/// The result of registering a schema.
public sealed interface Registration {

  /// The schema was added to the set.
  record Registered(SchemaSet schemas, EventSchema schema) implements Registration {}

  /// The same schema was already registered.
  record Unchanged(EventSchema schema) implements Registration {}

  /// The schema was refused for these reasons.
  record Rejected(List<String> reasons) implements Registration {

    static Rejected because(String reason) {
      return new Rejected(List.of(reason));
    }
  }
}
