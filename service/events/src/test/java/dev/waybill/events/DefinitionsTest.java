package dev.waybill.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.Tenants;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.conformance.model.ModelBackend;
import dev.waybill.engine.EngineOpener;
import dev.waybill.engine.register.Register;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import dev.waybill.topic.Schema;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topic;
import dev.waybill.topic.TopicEvent;
import dev.waybill.topic.Topics;
import dev.waybill.topic.Unusable;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Limits of definitions, and definitions that a server cannot use.
final class DefinitionsTest {

  private static final String TOPIC = "orders";
  private static final Settings SETTINGS = Settings.DEFAULT.withMaintenanceEvery(null);

  private final ModelBackend backend = new ModelBackend(SETTINGS);
  private final Waybill waybill = EngineOpener.over(backend, SETTINGS);
  private final Topics topics = waybill.topics();

  @AfterEach
  void close() {
    waybill.close();
  }

  @Test
  void large_filters_use_only_the_quota_of_their_tenant() {
    topics.put(Topic.of(TOPIC));
    String filter = "{\"a\":[\"" + "x".repeat(240_000) + "\"]}";
    assertThat(
            codeOf(
                () -> {
                  for (int i = 0; i < 100; i++) {
                    topics.subscribe(Subscription.of(TOPIC, "s" + i, "q").withFilter(filter));
                  }
                }))
        .isEqualTo(Code.TOO_MANY_ITEMS);
    Topics others = waybill.tenant("other").topics();
    others.put(Topic.of(TOPIC));
    others.subscribe(Subscription.of(TOPIC, "s", "q").withFilter(filter));
    assertThat(topics.unsubscribe(TOPIC, "s0")).isTrue();
    topics.subscribe(Subscription.of(TOPIC, "again", "q").withFilter(filter));
  }

  @Test
  void an_unusable_schema_disables_only_itself() {
    define("schemas", "definitions", "bad/1.0", schema("bad", "{\"type\": 7}"));
    store("schemas", "definitions", 2, "this is no schema");
    define("schemas", "definitions", "good/1.0", schema("good", "{\"required\":[\"id\"]}"));
    assertThat(waybill.schemas().find("good", "1.0")).isPresent();
    topics.put(Topic.of(TOPIC));
    assertThat(codeOf(() -> topics.publish(TOPIC, TopicEvent.of("good", "{}"))))
        .isEqualTo(Code.SCHEMA_VIOLATION);
    assertThat(waybill.tenant("other").schemas().list()).isEmpty();
    waybill.schemas().register(Schema.of("better", "1.0", "{}"));
    assertThat(waybill.schemas().find("better", "1.0")).isPresent();
  }

  @Test
  void events_of_a_type_with_an_unusable_schema_are_refused() {
    define("schemas", "definitions", "bad/1.0", schema("bad", "{\"type\": 7}"));
    topics.put(Topic.of(TOPIC));
    assertThat(codeOf(() -> topics.publish(TOPIC, TopicEvent.of("bad", "{}"))))
        .isEqualTo(Code.SCHEMA_VIOLATION);
    assertThat(waybill.schemas().unusable()).extracting(Unusable::name).containsExactly("bad/1.0");
    waybill.schemas().register(Schema.of("bad", "1.0", "{}"));
    topics.publish(TOPIC, TopicEvent.of("bad", "{}"));
    assertThat(waybill.schemas().unusable()).isEmpty();
  }

  @Test
  void only_an_unusable_schema_can_be_deleted() {
    define("schemas", "definitions", "bad/1.0", schema("bad", "{\"type\": 7}"));
    waybill.schemas().register(Schema.of("good", "1.0", "{}"));
    assertThat(waybill.schemas().delete("bad", "1.0")).isTrue();
    assertThat(waybill.schemas().find("bad", "1.0")).isEmpty();
    assertThat(waybill.schemas().delete("bad", "1.0")).isFalse();
    assertThat(codeOf(() -> waybill.schemas().delete("good", "1.0"))).isEqualTo(Code.WRONG_STATE);
  }

  @Test
  void an_unusable_subscription_disables_only_itself() {
    topics.put(Topic.of(TOPIC));
    topics.subscribe(Subscription.of(TOPIC, "first", "q1"));
    define("topics", "subscriptions", "orders/bad", subscription("bad", "{\"a\":7}"));
    define("topics", "subscriptions", "orders/worse", "7");
    store("topics", "subscriptions", 4, "not JSON");
    define("topics", "subscriptions", "orders/last", subscription("last", "{\"a\":[7]}"));
    assertThat(topics.subscriptions(TOPIC))
        .extracting(Subscription::name)
        .contains("first", "last");
    assertThat(topics.publish(TOPIC, TopicEvent.of("t", "{}")).deliveries()).hasSize(1);
    assertThat(topics.unusableSubscriptions(TOPIC))
        .extracting(Unusable::name)
        .containsExactly("bad", "worse");
    topics.subscribe(Subscription.of(TOPIC, "bad", "q2"));
    assertThat(topics.unusableSubscriptions(TOPIC))
        .extracting(Unusable::name)
        .containsExactly("worse");
    assertThat(topics.unsubscribe(TOPIC, "bad")).isTrue();
    assertThat(topics.unsubscribe(TOPIC, "worse")).isTrue();
    assertThat(topics.unsubscribe(TOPIC, "worse")).isFalse();
  }

  @Test
  void built_in_schemas_are_listed_for_tenants_that_use_their_type() {
    assertThat(waybill.schemas().list()).isEmpty();
    assertThat(waybill.schemas().find("FREE_FOOD_EVENT", "1.0.0")).isPresent();
    topics.put(Topic.of(TOPIC));
    assertThat(codeOf(() -> topics.publish(TOPIC, TopicEvent.of("FREE_FOOD_EVENT", "{}"))))
        .isEqualTo(Code.SCHEMA_VIOLATION);
    assertThat(waybill.schemas().list()).isEmpty();
    String event = waybill.schemas().sample("FREE_FOOD_EVENT", "1.0.0");
    topics.publish(TOPIC, TopicEvent.of("FREE_FOOD_EVENT", event));
    assertThat(names(waybill)).containsExactly("FREE_FOOD_EVENT 1.0.0");
    assertThat(names(waybill.tenant("other"))).isEmpty();
  }

  @Test
  void a_built_in_schema_is_listed_after_it_was_registered_unchanged() {
    waybill.schemas().register(waybill.schemas().find("message_created", "1.0").orElseThrow());
    assertThat(names(waybill)).containsExactly("message_created 1.0", "message_created 2.0");
  }

  private static List<String> names(Waybill waybill) {
    return waybill.schemas().list().stream().map(one -> one.type() + " " + one.version()).toList();
  }

  private void define(String kind, String id, String name, String value) {
    new Register<byte[]>(
            backend.ledger(),
            new LedgerKey(Tenants.SYSTEM, kind, id),
            new Register.Form<>(bytes -> bytes, bytes -> bytes),
            new Register.Limit("definitions", 100, 1 << 20),
            InstantSource.system())
        .change(new Register.Name("default", name), _ -> value.getBytes(StandardCharsets.UTF_8));
  }

  private void store(String kind, String id, int number, String data) {
    LedgerKey key = new LedgerKey(Tenants.SYSTEM, kind, id);
    backend
        .ledger()
        .record(List.of(Fact.of(key, number, "changed", Instant.EPOCH, Payload.of(data))));
  }

  private static String schema(String type, String text) {
    return """
    {"type":"%s","version":"1.0","schema":%s}\
    """
        .formatted(type, text);
  }

  private static String subscription(String name, String filter) {
    return """
    {"topic":"orders","name":"%s","queue":"q","filter":%s}\
    """
        .formatted(name, filter);
  }

  private static Code codeOf(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    return Assertions.catchThrowableOfType(WaybillException.class, call).code();
  }
}
