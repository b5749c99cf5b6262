package dev.waybill.topic;

import java.util.List;
import java.util.Optional;

/// What events look like, by type and version. What is registered stays: a version never changes.
///
/// A few types are built in and known to every tenant.
public interface Schemas {

  /// Registers a schema. The same again changes nothing. Refused with
  /// [dev.waybill.Code#INCOMPATIBLE_SCHEMA] and the reasons where the version exists with another
  /// text, breaks its compatibility mode, or is too small a step for what changed, and with
  /// [dev.waybill.Code#INVALID_SCHEMA] where it is malformed, not supported or too complex. Answers
  /// what is doubtful in the schema, such as a keyword that does not exist; empty where nothing is.
  List<String> register(Schema schema);

  /// Why a schema could not be registered; empty where it could. Nothing is changed.
  List<String> judge(Schema schema);

  Optional<Schema> find(String type, String version);

  /// By type and version.
  List<Schema> list();

  /// The schemas that are known to be unusable, by type and version. Events of such a type and
  /// version are refused where the topic checks them. Whether a schema is usable is found out when
  /// it is first used, or shown by [#find].
  List<Unusable> unusable();

  /// Deletes a schema that cannot be used; false where there is none. One that can be used stays:
  /// deleting it is refused with [dev.waybill.Code#WRONG_STATE].
  boolean delete(String type, String version);

  /// What a consumer finds wrong with an event of this type and version. Unlike at publishing,
  /// fields that are not known are tolerated.
  List<Violation> validate(String type, String version, String json);

  /// An event of an older version as one of a newer version, by the upcasts that are registered.
  String upcast(String type, String from, String to, String json);

  /// An event that the schema allows.
  String sample(String type, String version);

  /// The topics and types of the tenant as an AsyncAPI 3 document.
  String asyncApi();
}
