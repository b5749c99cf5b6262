package dev.waybill.events.schema;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.path.PathType;
import com.networknt.schema.regex.RegularExpression;
import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/// The validator of networknt, set up so that it reads nothing but its own copy of draft 2020-12.
final class Library {

  private static final String OWN = "https://json-schema.org/draft/2020-12/";

  private static final SchemaRegistryConfig CONFIG =
      SchemaRegistryConfig.builder()
          .formatAssertionsEnabled(true)
          .pathType(PathType.JSON_POINTER)
          .locale(Locale.ROOT)
          .regularExpressionFactory(Library::bounded)
          .build();

  private Library() {}

  static Schema compile(JsonNode schema) {
    try {
      Schema compiled = registry().getSchema(schema);
      compiled.initializeValidators();
      return compiled;
    } catch (SchemaException unusable) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "the schema cannot be used: " + unusable.getMessage(), unusable);
    }
  }

  /// What the document breaks of the rules for schemas.
  static List<Finding> faultsOf(JsonNode schema) {
    return Meta.SCHEMA.validate(schema).stream()
        .limit(CompiledSchema.MAX_VIOLATIONS)
        .map(Library::finding)
        .toList();
  }

  private static Finding finding(Error error) {
    Violation violation = ViolationWords.of(error);
    return Finding.error(violation.pointer(), violation.message());
  }

  private static SchemaRegistry registry() {
    return SchemaRegistry.withDialect(
        Dialects.getDraft202012(),
        builder ->
            builder
                .schemaRegistryConfig(CONFIG)
                .schemaLoader(loader -> loader.block(iri -> !iri.toString().startsWith(OWN))));
  }

  private static RegularExpression bounded(String pattern) {
    return new BoundedPattern(pattern)::find;
  }

  private static final class Meta {
    static final Schema SCHEMA = registry().getSchema(SchemaLocation.of(Keywords.DIALECT));
  }
}
