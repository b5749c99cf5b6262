package dev.waybill.cli.export;

import dev.waybill.message.Message;
import org.jspecify.annotations.Nullable;

/// The events of messages, message by message.
record MessageEventRows(MessageRows messages) implements RowSource<EventRow> {

  @Override
  public @Nullable String page(@Nullable String cursor, RowSink<EventRow> rows) {
    return messages.page(
        cursor,
        new RowSink<>() {
          @Override
          public void add(Message message) {
            message.events().forEach(event -> rows.add(EventRow.of(message, event)));
          }

          @Override
          public void passed(double share) {
            rows.passed(share);
          }
        });
  }
}
