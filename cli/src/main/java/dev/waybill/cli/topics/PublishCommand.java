package dev.waybill.cli.topics;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.connect.TextArgument;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.Table;
import dev.waybill.topic.Attribute;
import dev.waybill.topic.PublishAnswer;
import dev.waybill.topic.PublishAnswer.NotPublished;
import dev.waybill.topic.PublishAnswer.Published;
import dev.waybill.topic.TopicEvent;
import dev.waybill.topic.Verdict;
import dev.waybill.topic.Violation;
import dev.waybill.wire.topic.PublishAnswerJson;
import dev.waybill.wire.topic.VerdictJson;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `waybill publish`
@Command(
    name = "publish",
    description = {
      "Publish an event: waybill publish orders --type order.paid '{\"order\":7}'",
      "A known envelope carries its own type, so the body is enough."
    })
public final class PublishCommand implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "TOPIC", description = "The topic.")
  private String topic = "";

  @Parameters(index = "1", paramLabel = "BODY", description = "The event: JSON, @file, or -.")
  private String body = "";

  @Option(names = "--type", paramLabel = "NAME", description = "The event type.")
  private @Nullable String type;

  @Option(
      names = "--id",
      paramLabel = "ID",
      description = "The ID of the event; publishing it again has no effect.")
  private @Nullable String id;

  @Option(names = "--source", paramLabel = "TEXT", description = "The source of the event.")
  private @Nullable String source;

  @Mixin private final AttributeOptions attributes = new AttributeOptions();

  @Option(names = "--correlation-id", paramLabel = "ID", description = "The correlation ID.")
  private @Nullable String correlationId;

  @Option(names = "--cloudevent", description = "The body is a CloudEvent in structured form.")
  private boolean cloudEvent;

  @Option(
      names = "--dry-run",
      description = "Print which queues would get the event, and why others would not.")
  private boolean dryRun;

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    TopicEvent event = event();
    try (Waybill waybill = store.open()) {
      if (dryRun) {
        show(waybill.topics().dryRun(topic, event));
        return 0;
      }
      return show(waybill.topics().publishAll(topic, List.of(event)).getFirst());
    }
  }

  private TopicEvent event() {
    String text = TextArgument.text(body);
    TopicEvent event = cloudEvent ? TopicEvent.cloudEvent(text) : TopicEvent.of(text);
    event = type == null ? event : event.withType(type);
    event = id == null ? event : event.withId(id);
    event = source == null ? event : event.withSource(source);
    for (Map.Entry<String, Attribute> attribute : attributes.all(output).entrySet()) {
      event = event.withAttribute(attribute.getKey(), attribute.getValue());
    }
    return event.withCorrelationId(correlationId);
  }

  private int show(PublishAnswer answer) {
    if (output.json()) {
      output.wire(PublishAnswerJson.DOCUMENT, answer);
    }
    return switch (answer) {
      case Published published -> {
        if (!output.json()) {
          show(published);
        }
        yield 0;
      }
      case NotPublished refused -> {
        if (!output.json()) {
          output.error(reason(refused));
          showAll(refused.violations());
        }
        yield 1;
      }
    };
  }

  /// For an event without a type, names the option that sets one.
  private String reason(NotPublished refused) {
    boolean untyped = type == null && refused.detail().contains("event_type");
    return untyped
        ? "the event has no type; set --type, or send an envelope with a type"
        : refused.detail();
  }

  /// Prints all violations if there are several; the detail contains the first one.
  private void showAll(List<Violation> violations) {
    if (violations.size() > 1) {
      violations.forEach(one -> output.note((one.pointer() + " " + one.message()).strip()));
    }
  }

  private void show(Published published) {
    published.warnings().forEach(output::note);
    if (published.deliveries().isEmpty()) {
      output.line(published.eventId() + ": no subscription matches");
      return;
    }
    Table table = Table.of("EVENT", "SUBSCRIPTION", "QUEUE", "JOB", "NEW");
    published
        .deliveries()
        .forEach(
            one ->
                table.row(
                    published.eventId(),
                    one.subscription(),
                    one.queue(),
                    one.job(),
                    one.duplicate() ? "no" : "yes"));
    output.table(table);
  }

  private void show(List<Verdict> verdicts) {
    if (output.json()) {
      output.wire(VerdictJson.LIST, verdicts);
      return;
    }
    Table table = Table.endingInText("SUBSCRIPTION", "QUEUE", "GETS IT", "WHY NOT");
    verdicts.forEach(
        one ->
            table.row(
                one.subscription(),
                one.queue(),
                one.matches() ? "yes" : "no",
                String.join("; ", one.reasons())));
    output.table(table);
  }
}
