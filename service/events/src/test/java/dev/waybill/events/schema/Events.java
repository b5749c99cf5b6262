package dev.waybill.events.schema;

import dev.waybill.events.jsonschema.CompiledSchema;
import dev.waybill.events.jsonschema.JsonTrees;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The example events of the specification, and changes to them.
final class Events {

  static final String MESSAGE_CREATED =
      """
      {
        "schema_version": "1.0",
        "event_type": "message_created",
        "event_id": "770f9600-g49d-62f6-c938-668877662222",
        "timestamp": "2025-10-21T14:30:00.000Z",
        "source": "scheduler",
        "message": {
          "message_id": "550e8400-e29b-41d4-a716-446655440000",
          "message_type": "scheduled_hello",
          "stage": "dev",
          "created_by": "scheduler",
          "correlation_id": "660e9500-f39c-52e5-b827-557766551111"
        },
        "metadata": {
          "region": "us-east-1",
          "environment": "dev"
        }
      }
      """;

  static final String MANUAL_MESSAGE =
      """
      {
        "schema_version": "1.0",
        "event_type": "message_created",
        "event_id": "880g0700-h50e-73g7-d049-779988773333",
        "timestamp": "2025-10-21T15:00:00.000Z",
        "source": "web-api",
        "message": {
          "message_id": "660e9500-f39c-52e5-b827-557766551111",
          "message_type": "manual_notification",
          "stage": "dev",
          "created_by": "user:alice@example.com",
          "correlation_id": "660e9500-f39c-52e5-b827-557766551111"
        },
        "metadata": {
          "region": "us-east-1",
          "environment": "dev"
        }
      }
      """;

  static final String FREE_FOOD =
      """
      {
        "schema_version": "1.0.0",
        "event_id": "b5f5c8f4-52f1-4b68-a2a1-7757b71a4df0",
        "title": "Free Pizza Night",
        "description": "Join us in the CS building for free pizza and drinks.",
        "location": "CS Building, Room 150",
        "start_time": "2025-11-02T18:00:00Z",
        "source": "umass-calendar",
        "llm_confidence": 0.93,
        "reason": "LLM detected 'free', 'pizza', 'food' in description.",
        "type": "FREE_FOOD_EVENT",
        "published_at": "2025-11-02T14:03:22Z",
        "retries": 0,
        "metadata": {
          "organizer": "ACM",
          "raw_source_id": "cal-2025-11-02-1234"
        }
      }
      """;

  private Events() {}

  /// The event with another JSON value at a pointer.
  static JsonNode with(String event, String pointer, String value) {
    ObjectNode changed = (ObjectNode) JsonTrees.read(event);
    new UpcastStep.Set(pointer, JsonTrees.read(value)).apply(changed);
    return changed;
  }

  static JsonNode without(String event, String pointer) {
    ObjectNode changed = (ObjectNode) JsonTrees.read(event);
    new UpcastStep.Remove(pointer).apply(changed);
    return changed;
  }

  static CompiledSchema builtIn(String type, String version) {
    return BuiltInSchemas.set().compiled(type, SchemaVersion.of(version)).orElseThrow();
  }
}
