package dev.waybill.cli.topics;

import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Table;
import dev.waybill.message.MessageRecord;
import java.util.Objects;

/// One message, told to a person.
public final class MessageDetails {

  private MessageDetails() {}

  public static Table of(MessageRecord message) {
    return Table.of("MESSAGE", message.id())
        .row("type", message.type())
        .row("stage", message.stage())
        .row("status", message.status().word())
        .row("created by", message.createdBy())
        .row("created", DisplayText.time(message.createdAt()))
        .row("updated", DisplayText.time(message.updatedAt()))
        .row("attempt", message.attempt())
        .row("error", Objects.requireNonNullElse(message.errorMessage(), "-"))
        .row("correlation id", message.correlationId())
        .row("payload", message.payload());
  }
}
