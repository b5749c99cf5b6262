package dev.waybill.cli.export;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.WaybillException;
import dev.waybill.message.Message;
import dev.waybill.message.MessageFilter;
import dev.waybill.message.Messages;
import dev.waybill.settings.Limits;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Messages, newest first. A list has their metadata and states; everything else is read one by
/// one.
record MessageRows(Messages messages, MessageFilter filter, ExportRange range, boolean complete)
    implements RowSource<Message> {

  private static final int TRIES = 60;

  static MessageRows of(
      Messages messages, MessageFilter filter, ExportRange range, boolean complete) {
    return new MessageRows(messages, filter.withCreated(range.from(), range.to()), range, complete);
  }

  @Override
  public @Nullable String page(@Nullable String cursor, RowSink<Message> rows) {
    Page.Request request = new Page.Request(Limits.PAGE_SIZE, cursor);
    Page<Message> page = complete(() -> messages.list(filter, request));
    SideBySide.map(page.items(), this::whole, message -> message.ifPresent(rows::add));
    if (!page.items().isEmpty()) {
      rows.passed(range.passed(page.items().getLast().createdAt()));
    }
    return page.nextCursor();
  }

  /// Waits for the search index: each call brings it up to date for about a second.
  static <T> Page<T> complete(Supplier<Page<T>> list) {
    for (int i = 0; i < TRIES; i++) {
      Page<T> page = list.get();
      if (!page.incomplete()) {
        return page;
      }
    }
    throw new WaybillException(
        Code.UNAVAILABLE,
        "messages would be missing: the search index is being built or is behind; try again later");
  }

  /// Empty if the message was deleted since it was listed.
  private Optional<Message> whole(Message listed) {
    return complete || isErased(listed) ? messages.find(listed.id()) : Optional.of(listed);
  }

  private static boolean isErased(Message listed) {
    return listed.content().request() == null;
  }
}
