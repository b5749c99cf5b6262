package dev.waybill.events;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.events.jsonschema.JsonTrees;
import dev.waybill.events.jsonschema.SchemaFinding;
import dev.waybill.events.jsonschema.Side;
import dev.waybill.events.schema.AsyncApi;
import dev.waybill.events.schema.EventSchema;
import dev.waybill.events.schema.SamplePayload;
import dev.waybill.events.schema.SchemaLint;
import dev.waybill.events.schema.SchemaSet;
import dev.waybill.events.schema.SchemaVersion;
import dev.waybill.events.schema.Upcasters;
import dev.waybill.topic.Schema;
import dev.waybill.topic.Schemas;
import dev.waybill.topic.Topics;
import dev.waybill.topic.Unusable;
import dev.waybill.topic.Violation;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// The schemas of one tenant.
final class TenantSchemas implements Schemas {

  private static final int WARNINGS = 50;

  private final SchemaBook book;
  private final PublishedTypes published;
  private final Topics topics;
  private final String tenant;

  TenantSchemas(SchemaBook book, PublishedTypes published, Topics topics, String tenant) {
    this.book = book;
    this.published = published;
    this.topics = topics;
    this.tenant = tenant;
  }

  @Override
  public List<String> register(Schema schema) {
    book.register(tenant, EventSchema.of(schema));
    return SchemaLint.warnings(schema.text()).stream()
        .limit(WARNINGS)
        .map(SchemaFinding::toString)
        .toList();
  }

  @Override
  public List<String> judge(Schema schema) {
    return book.judge(tenant, EventSchema.of(schema));
  }

  @Override
  public Optional<Schema> find(String type, String version) {
    SchemaVersion wanted = SchemaVersion.of(version);
    SchemaSet schemas = book.read(tenant);
    var _ = schemas.problem(type, wanted);
    return schemas.find(type, wanted).map(EventSchema::definition);
  }

  @Override
  public List<Schema> list() {
    return book.listed(tenant, published.of(tenant)).stream().map(EventSchema::definition).toList();
  }

  @Override
  public List<Unusable> unusable() {
    return book.unusable(tenant);
  }

  @Override
  public boolean delete(String type, String version) {
    return book.delete(tenant, type, SchemaVersion.of(version));
  }

  @Override
  public List<Violation> validate(String type, String version, String json) {
    require(type, version);
    return book.known(tenant)
        .compiled(type, SchemaVersion.of(version))
        .map(schema -> schema.validate(json.getBytes(StandardCharsets.UTF_8), Side.CONSUME))
        .orElseThrow();
  }

  @Override
  public String upcast(String type, String from, String to, String json) {
    SchemaSet schemas = book.read(tenant);
    return Upcasters.of(schemas)
        .upcast(type, JsonTrees.readEvent(json), SchemaVersion.of(from), SchemaVersion.of(to))
        .toString();
  }

  @Override
  public String sample(String type, String version) {
    return SamplePayload.of(require(type, version)).toString();
  }

  @Override
  public String asyncApi() {
    SchemaSet schemas = book.read(tenant);
    List<AsyncApi.Topic> channels =
        topics.list().stream()
            .map(
                topic ->
                    new AsyncApi.Topic(
                        topic.name(), topic.description(), published.of(tenant, topic.name())))
            .toList();
    return AsyncApi.document("Waybill", channels, usable(schemas, channels)).toString();
  }

  private static SchemaSet usable(SchemaSet schemas, List<AsyncApi.Topic> channels) {
    SchemaSet usable = schemas;
    for (String type : channels.stream().flatMap(one -> one.types().stream()).distinct().toList()) {
      for (SchemaVersion version : schemas.versions(type)) {
        usable =
            schemas.problem(type, version).isPresent() ? usable.without(type, version) : usable;
      }
    }
    return usable;
  }

  private EventSchema require(String type, String version) {
    return book.read(tenant)
        .find(type, SchemaVersion.of(version))
        .orElseThrow(
            () ->
                new WaybillException(
                    Code.NOT_FOUND,
                    "there is no schema of " + Text.quote(type) + " " + Text.quote(version)));
  }
}
