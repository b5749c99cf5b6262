package dev.waybill.cli.export;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.WaybillException;
import dev.waybill.message.Message;
import dev.waybill.message.MessageEvent;
import dev.waybill.message.Messages;
import dev.waybill.settings.Limits;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The events of messages, message by message.
record MessageEventRows(Messages messages, MessageRows listed) implements RowSource<EventRow> {

  /// Some events of a message.
  private record Some(String message, Page<MessageEvent> events) {}

  @Override
  public @Nullable String page(@Nullable String cursor, RowSink<EventRow> rows) {
    List<String> ids = new ArrayList<>();
    String next =
        listed.page(
            cursor,
            new RowSink<>() {
              @Override
              public void add(Message message) {
                ids.add(message.id());
              }

              @Override
              public void passed(double share) {
                rows.passed(share);
              }
            });
    SideBySide.map(ids, id -> after(id, null), first -> addAll(first, rows));
    return next;
  }

  private void addAll(Some first, RowSink<EventRow> rows) {
    Some some = first;
    add(some, rows);
    while (some.events().nextCursor() != null) {
      some = after(some.message(), some.events().nextCursor());
      add(some, rows);
    }
  }

  private static void add(Some some, RowSink<EventRow> rows) {
    some.events().items().forEach(event -> rows.add(EventRow.of(some.message(), event)));
  }

  /// None if the message was deleted since it was listed.
  private Some after(String message, @Nullable String cursor) {
    try {
      return new Some(
          message, messages.events(message, new Page.Request(Limits.PAGE_SIZE, cursor)));
    } catch (WaybillException refused) {
      if (refused.code() != Code.NOT_FOUND) {
        throw refused;
      }
      return new Some(message, new Page<>(List.of(), null));
    }
  }
}
