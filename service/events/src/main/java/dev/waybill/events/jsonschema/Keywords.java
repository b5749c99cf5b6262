package dev.waybill.events.jsonschema;

import java.util.Set;
import java.util.TreeSet;

/// The keywords of JSON Schema 2020-12 by the type of their values.
public final class Keywords {

  public static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";

  /// The value is a schema.
  static final Set<String> ONE =
      Set.of(
          "additionalProperties",
          "items",
          "contains",
          "not",
          "if",
          "then",
          "else",
          "propertyNames",
          "unevaluatedItems",
          "unevaluatedProperties",
          "contentSchema");

  /// The value is a list of schemas.
  static final Set<String> LIST = Set.of("allOf", "anyOf", "oneOf", "prefixItems");

  /// The value is an object of schemas.
  static final Set<String> MAP =
      Set.of("properties", "patternProperties", "$defs", "definitions", "dependentSchemas");

  /// Keywords that apply schemas to the same value.
  static final Set<String> IN_PLACE =
      Set.of("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas");

  /// Annotations, which restrict no value.
  static final Set<String> ANNOTATIONS =
      Set.of(
          "$schema",
          "$id",
          "$anchor",
          "$comment",
          "$defs",
          "$vocabulary",
          "definitions",
          "title",
          "description",
          "default",
          "examples",
          "deprecated",
          "readOnly",
          "writeOnly",
          "contentEncoding",
          "contentMediaType",
          "contentSchema");

  private static final Set<String> PLAIN =
      Set.of(
          "$ref",
          "$dynamicRef",
          "$dynamicAnchor",
          "type",
          "enum",
          "const",
          "multipleOf",
          "minimum",
          "maximum",
          "exclusiveMinimum",
          "exclusiveMaximum",
          "minLength",
          "maxLength",
          "pattern",
          "format",
          "minItems",
          "maxItems",
          "uniqueItems",
          "minContains",
          "maxContains",
          "minProperties",
          "maxProperties",
          "required",
          "dependentRequired");

  public static final Set<String> ALL = all();

  private Keywords() {}

  /// Whether the keyword restricts nothing: an annotation, or an unknown keyword.
  static boolean forbidsNothing(String keyword) {
    return ANNOTATIONS.contains(keyword) || !ALL.contains(keyword);
  }

  private static Set<String> all() {
    Set<String> all = new TreeSet<>(PLAIN);
    all.addAll(ONE);
    all.addAll(LIST);
    all.addAll(MAP);
    all.addAll(ANNOTATIONS);
    return Set.copyOf(all);
  }
}
