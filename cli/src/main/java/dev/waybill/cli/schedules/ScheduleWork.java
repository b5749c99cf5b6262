package dev.waybill.cli.schedules;

import dev.waybill.Priority;
import dev.waybill.cli.connect.TextArgument;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.topics.AttributeOptions;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options that define the action of a schedule: start a job, or publish an event.
final class ScheduleWork {

  @Option(names = "--type", paramLabel = "NAME", description = "Start a job of this type.")
  private @Nullable String type;

  @Option(names = "--queue", paramLabel = "NAME", description = "The queue of the job (default).")
  private @Nullable String queue;

  @Option(
      names = "--payload",
      paramLabel = "TEXT",
      description = "The payload: text, @file, or - for standard input.")
  private @Nullable String payload;

  @Option(names = "--priority", paramLabel = "P", description = "high, normal or low (normal).")
  private @Nullable Priority priority;

  @Option(names = "--tag", paramLabel = "TAG", description = "A tag of the job; may be repeated.")
  private List<String> tags = List.of();

  @Option(names = "--timeout", paramLabel = "TIME", description = "Timeout of one attempt.")
  private @Nullable String timeout;

  @Option(names = "--topic", paramLabel = "NAME", description = "Publish an event to this topic.")
  private @Nullable String topic;

  @Option(names = "--event-type", paramLabel = "NAME", description = "The event type.")
  private @Nullable String eventType;

  @Option(
      names = "--body",
      paramLabel = "JSON",
      description = "The event: a JSON object, @file, or - ({}).")
  private @Nullable String body;

  @Mixin private final AttributeOptions attributes = new AttributeOptions();

  /// The options as fields of an action.
  Map<String, Object> action(Output output) {
    boolean isEvent = isAny(topic, eventType, body) || attributes.areGiven();
    boolean isJob = isAny(type, queue, payload, priority, timeout) || !tags.isEmpty();
    output.require(
        isEvent != isJob,
        "set an action: --type for a job, or --topic and --event-type for an event");
    return isEvent ? Map.of("event", event(output)) : Map.of("job", job());
  }

  private Map<String, Object> job() {
    Map<String, Object> fields = new LinkedHashMap<>();
    ScheduleTimes.put(fields, "type", type);
    ScheduleTimes.put(fields, "queue", queue);
    ScheduleTimes.put(fields, "payload_base64", bytes(payload));
    ScheduleTimes.put(fields, "priority", priority == null ? null : DisplayText.lower(priority));
    ScheduleTimes.put(fields, "tags", tags.isEmpty() ? null : tags);
    ScheduleTimes.put(fields, "timeout", timeout);
    return fields;
  }

  private Map<String, Object> event(Output output) {
    Map<String, Object> fields = new LinkedHashMap<>();
    ScheduleTimes.put(fields, "topic", topic);
    ScheduleTimes.put(fields, "type", eventType);
    ScheduleTimes.put(fields, "body_base64", bytes(body));
    ScheduleTimes.put(
        fields, "attributes", attributes.areGiven() ? attributes.fields(output) : null);
    return fields;
  }

  private static @Nullable String bytes(@Nullable String argument) {
    return argument == null
        ? null
        : Base64.getEncoder()
            .encodeToString(TextArgument.text(argument).getBytes(StandardCharsets.UTF_8));
  }

  private static boolean isAny(@Nullable Object... values) {
    return Stream.of(values).anyMatch(value -> value != null);
  }
}
