package dev.waybill.fuzz;

import dev.waybill.events.jsonschema.CompiledSchema;
import dev.waybill.events.jsonschema.Side;
import dev.waybill.events.schema.BuiltInSchemas;
import dev.waybill.events.schema.EventSchema;
import dev.waybill.events.schema.SamplePayload;
import dev.waybill.events.schema.SchemaDiff;
import dev.waybill.events.schema.SchemaLint;
import java.util.List;

/// Two versions of a schema and an event: linted, compiled, registered, compared, sampled and used.
final class SchemasTarget implements FuzzTarget {

  @Override
  public void accept(byte[] input) {
    List<byte[]> parts = Input.parts(input, 3);
    String text = Input.text(parts.get(0));
    SchemaLint.of(text);
    EventSchema schema = EventSchema.of("t", "1.0.0", text);
    CompiledSchema compiled = CompiledSchema.of(schema.text());
    compiled.validate(parts.get(2), Side.PUBLISH);
    compiled.validate(parts.get(2), Side.CONSUME);
    SamplePayload.of(schema);
    EventSchema next = EventSchema.of("t", "1.0.1", Input.text(parts.get(1)));
    BuiltInSchemas.set().with(schema).register(next);
    SchemaDiff.between(schema, next);
  }
}
