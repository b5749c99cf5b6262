package dev.waybill.topic;

import java.util.List;
import java.util.Optional;

/// The schemas of events, by type and version. A registered version never changes.
///
/// A few types are built in and available to every tenant.
public interface Schemas {

  /// Registers a schema and returns warnings, such as an unknown keyword. Registering it again
  /// changes nothing. Refused with [dev.waybill.Code#INCOMPATIBLE_SCHEMA] and the reasons if the
  /// version exists with another text, breaks its compatibility mode, or increases the version
  /// number too little for its changes; refused with [dev.waybill.Code#INVALID_SCHEMA] if it is
  /// malformed, unsupported or too complex.
  List<String> register(Schema schema);

  /// The reasons why a schema cannot be registered; empty if it can. Changes nothing.
  List<String> judge(Schema schema);

  Optional<Schema> find(String type, String version);

  /// All schemas by type and version.
  List<Schema> list();

  /// The schemas that are known to be unusable, by type and version. Topics that check events
  /// refuse events of such a type and version. A schema is found to be unusable when it is first
  /// used, or read by [#find].
  List<Unusable> unusable();

  /// Deletes an unusable schema; false if it does not exist. Refuses to delete a usable one with
  /// [dev.waybill.Code#WRONG_STATE].
  boolean delete(String type, String version);

  /// Violations in an event of this type and version, for consumers. Unlike publishing, this
  /// accepts unknown fields.
  List<Violation> validate(String type, String version, String json);

  /// Converts an event of an older version to a newer one with the registered upcasts.
  String upcast(String type, String from, String to, String json);

  /// An example event that is valid by the schema.
  String sample(String type, String version);

  /// The topics and types of the tenant as an AsyncAPI 3 document.
  String asyncApi();
}
