package dev.waybill.cli.messages;

import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Table;
import dev.waybill.message.Attachment;
import dev.waybill.message.Message;
import dev.waybill.message.MessageAttempt;
import dev.waybill.message.MessageEvent;
import dev.waybill.message.NewMessage;
import dev.waybill.message.TopicMessage;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Tables about one message.
public final class MessageDetails {

  private MessageDetails() {}

  public static Table of(Message message) {
    Table table = Table.of("MESSAGE", message.id());
    table.row("channel", message.channel());
    NewMessage request = message.content().request();
    message.onTopic().ifPresent(topic -> topic(table, topic));
    if (request != null) {
      table
          .row("recipient", request.recipient())
          .row("subject", orDash(request.subject()))
          .row("tags", request.metadata().tags().isEmpty() ? "-" : request.metadata().tags())
          .row("campaign", orDash(request.metadata().campaign()));
      attachments(table, request.attachments());
    }
    table.row("created", DisplayText.time(message.createdAt()));
    if (message.content().erasedAt() != null) {
      table.row("erased", DisplayText.time(message.content().erasedAt()));
    }
    return table
        .row("handoff", message.handoff().state())
        .row("provider", message.provider().state())
        .row("correlation id", orDash(message.correlationId()));
  }

  private static void attachments(Table table, List<Attachment> attachments) {
    int number = 0;
    for (Attachment one : attachments) {
      number++;
      table.row(
          "attachment " + number,
          "%s (%s, %d bytes)".formatted(one.name(), one.contentType(), one.size()));
    }
  }

  private static void topic(Table table, TopicMessage topic) {
    table
        .row("type", topic.type())
        .row("stage", orDash(topic.stage()))
        .row("status", topic.status().word())
        .row("created by", orDash(topic.createdBy()))
        .row("updated", DisplayText.time(topic.updatedAt()))
        .row("attempt", Objects.requireNonNullElse(topic.attempt(), 1))
        .row("error", orDash(topic.errorMessage()))
        .row("payload", orDash(topic.payload()));
  }

  static Table attempts(Message message) {
    Table table = Table.endingInText("ATTEMPT", "STATE", "PROVIDER", "PROVIDER ID", "ERROR");
    for (MessageAttempt attempt : message.attempts()) {
      MessageAttempt.Provider provider = attempt.provider();
      table.row(
          attempt.number(),
          attempt.state().word(),
          provider == null ? "-" : provider.key(),
          provider == null ? "-" : orDash(provider.messageId()),
          orDash(attempt.error()));
    }
    return table;
  }

  static Table events(Message message) {
    Table table = Table.endingInText("TIME", "ATTEMPT", "EVENT", "DETAILS");
    for (MessageEvent event : message.events()) {
      table.row(
          DisplayText.time(event.at()),
          event.attempt(),
          event.type(),
          event.details().isEmpty() ? "-" : new TreeMap<>(event.details()));
    }
    return table;
  }

  private static String orDash(@Nullable String text) {
    return Objects.requireNonNullElse(text, "-");
  }
}
