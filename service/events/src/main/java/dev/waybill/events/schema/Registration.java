package dev.waybill.events.schema;

import java.util.List;

/// The answer to the wish to register a schema.
public sealed interface Registration {

  /// The schema is in the set now.
  record Registered(SchemaSet schemas, EventSchema schema) implements Registration {}

  /// The same schema was there already.
  record Unchanged(EventSchema schema) implements Registration {}

  /// Nothing changed, for these reasons.
  record Rejected(List<String> reasons) implements Registration {

    static Rejected because(String reason) {
      return new Rejected(List.of(reason));
    }
  }
}
