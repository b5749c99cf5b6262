package dev.waybill.events.jsonschema;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialects;
import tools.jackson.databind.JsonNode;

/// Another implementation of JSON Schema, to compare verdicts with.
record Oracle(Schema schema) {

  private static final SchemaRegistryConfig CONFIG =
      SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build();

  static Oracle of(JsonNode schema) {
    SchemaRegistry registry =
        SchemaRegistry.withDialect(
            Dialects.getDraft202012(), builder -> builder.schemaRegistryConfig(CONFIG));
    return new Oracle(registry.getSchema(schema));
  }

  boolean accepts(JsonNode value) {
    return schema.validate(value).isEmpty();
  }
}
