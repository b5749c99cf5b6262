package dev.waybill.client;

import dev.waybill.Payload;
import dev.waybill.client.call.HttpCall;
import dev.waybill.client.call.HttpTransport;
import dev.waybill.topic.Schema;
import dev.waybill.topic.Schemas;
import dev.waybill.topic.Unusable;
import dev.waybill.topic.Violation;
import dev.waybill.wire.topic.RegisteredSchemaJson;
import dev.waybill.wire.topic.SchemaJson;
import dev.waybill.wire.topic.ViolationJson;
import java.util.List;
import java.util.Optional;

/// Schemas on a server.
final class RemoteSchemas implements Schemas {

  private static final String ALL = "/v1/schemas";
  private static final DefinitionPages<Schema> SCHEMAS = new DefinitionPages<>(SchemaJson.LIST);

  private final HttpTransport transport;

  RemoteSchemas(HttpTransport transport) {
    this.transport = transport;
  }

  @Override
  public List<String> register(Schema schema) {
    return transport
        .send(HttpCall.put(path(schema, ""), SchemaJson.DEFINITION, schema))
        .read(RegisteredSchemaJson.DOCUMENT)
        .warnings();
  }

  @Override
  public List<String> judge(Schema schema) {
    return transport
        .send(HttpCall.post(path(schema, "/judge"), SchemaJson.DEFINITION, schema))
        .read(SchemaJson.JUDGEMENT);
  }

  @Override
  public Optional<Schema> find(String type, String version) {
    return transport
        .find(HttpCall.get(Paths.schema(type, version, "")))
        .map(a -> a.read(SchemaJson.DOCUMENT));
  }

  @Override
  public List<Schema> list() {
    return SCHEMAS.all(transport, ALL);
  }

  @Override
  public List<Unusable> unusable() {
    return SCHEMAS.unusable(transport, ALL);
  }

  @Override
  public boolean delete(String type, String version) {
    return transport.find(HttpCall.delete(Paths.schema(type, version, ""))).isPresent();
  }

  @Override
  public List<Violation> validate(String type, String version, String json) {
    return transport
        .send(HttpCall.post(Paths.schema(type, version, "/validate"), Payload.of(json)))
        .read(ViolationJson.LIST);
  }

  @Override
  public String upcast(String type, String from, String to, String json) {
    String path = Paths.schema(type, from, "/upcast?to=" + Paths.encoded(to));
    return transport.send(HttpCall.post(path, Payload.of(json))).body().text();
  }

  @Override
  public String sample(String type, String version) {
    return transport.send(HttpCall.get(Paths.schema(type, version, "/sample"))).body().text();
  }

  @Override
  public String asyncApi() {
    return transport.send(HttpCall.get("/v1/asyncapi")).body().text();
  }

  private static String path(Schema schema, String more) {
    return Paths.schema(schema.type(), schema.version(), more);
  }
}
