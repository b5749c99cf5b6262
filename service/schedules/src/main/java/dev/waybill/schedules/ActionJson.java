package dev.waybill.schedules;

import dev.waybill.Code;
import dev.waybill.JobText;
import dev.waybill.NewJob;
import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.WaybillException;
import dev.waybill.schedule.Action;
import dev.waybill.topic.Attribute;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

final class ActionJson {

  private ActionJson() {}

  static void write(JsonText json, Action action) {
    switch (action) {
      case Action.StartJob start -> json.object("job", fields -> write(fields, start.template()));
      case Action.PublishEvent event -> json.object("event", fields -> write(fields, event));
    }
  }

  static Action read(JsonFields json) {
    if (json.has("job")) {
      return new Action.StartJob(job(json.object("job")));
    }
    if (json.has("event")) {
      return event(json.object("event"));
    }
    throw new WaybillException(Code.CORRUPT, "a schedule without an action");
  }

  private static void write(JsonText json, NewJob job) {
    json.text("type", job.type());
    json.text("queue", job.queue());
    json.bytes("payload", job.payload());
    json.word("priority", job.priority());
    for (JobText text : JobText.values()) {
      json.text(text.field(), text.of(job));
    }
    json.texts("tags", job.tags());
    json.span("timeout", job.timeout());
    RetryPolicy retry = job.retry();
    if (retry != null) {
      json.object("retry", fields -> write(fields, retry));
    }
  }

  private static NewJob job(JsonFields json) {
    NewJob.Builder job =
        NewJob.builder(json.text("type"))
            .queue(json.text("queue"))
            .payload(json.bytes("payload"))
            .priority(json.word("priority", Priority.class))
            .tags(new TreeSet<>(json.texts("tags")))
            .timeout(json.spanOrNull("timeout"))
            .retry(json.has("retry") ? retry(json.object("retry")) : null);
    for (JobText text : JobText.values()) {
      text.set(job, json.textOrNull(text.field()));
    }
    return job.build();
  }

  private static void write(JsonText json, RetryPolicy retry) {
    json.number("max_errors", retry.maxErrors());
    json.number("max_crashes", retry.maxCrashes());
    json.span("first_delay", retry.firstDelay());
    json.decimal("factor", retry.factor());
    json.span("max_delay", retry.maxDelay());
    json.decimal("jitter", retry.jitter());
  }

  private static @Nullable RetryPolicy retry(JsonFields json) {
    return new RetryPolicy(
        (int) json.number("max_errors"),
        (int) json.number("max_crashes"),
        json.span("first_delay"),
        json.decimal("factor"),
        json.span("max_delay"),
        json.decimal("jitter"));
  }

  private static void write(JsonText json, Action.PublishEvent event) {
    json.text("topic", event.topic());
    json.text("type", event.type());
    json.bytes("body", event.body());
    json.object(
        "attributes",
        fields -> event.attributes().forEach((name, one) -> write(fields, name, one)));
  }

  private static Action event(JsonFields json) {
    return new Action.PublishEvent(
        json.text("topic"),
        json.text("type"),
        json.bytes("body"),
        attributes(json.object("attributes")));
  }

  private static void write(JsonText json, String name, Attribute attribute) {
    switch (attribute) {
      case Attribute.Text(var value) -> json.text(name, value);
      case Attribute.Numeric(var value) -> json.decimal(name, value);
      case Attribute.Many(var values) -> json.texts(name, texts(values));
      case Attribute.Flag _, Attribute.Null _, Attribute.Binary _ ->
          throw new IllegalArgumentException("not an attribute of a schedule: " + name);
    }
  }

  private static List<String> texts(List<Attribute.Single> values) {
    return values.stream().map(Attribute.Text.class::cast).map(Attribute.Text::value).toList();
  }

  private static Map<String, Attribute> attributes(JsonFields json) {
    Map<String, Attribute> attributes = new LinkedHashMap<>();
    json.values().keySet().forEach(name -> attributes.put(name, attribute(json, name)));
    return attributes;
  }

  private static Attribute attribute(JsonFields json, String name) {
    return switch (json.values().get(name)) {
      case BigDecimal number -> new Attribute.Numeric(number);
      case List<?> _ -> Attribute.Many.of(json.texts(name));
      case null, default -> new Attribute.Text(json.text(name));
    };
  }
}
