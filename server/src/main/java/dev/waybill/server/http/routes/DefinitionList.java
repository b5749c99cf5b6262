package dev.waybill.server.http.routes;

import dev.waybill.Page;
import dev.waybill.server.http.api.Filters;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.RouteCall;
import dev.waybill.settings.Limits;
import dev.waybill.topic.Unusable;
import dev.waybill.wire.DefinitionsJson.Listed;
import dev.waybill.wire.json.Document;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/// Pages of definitions, which are in memory: the cursor is the name of the last item.
///
/// @param name the name of an item in a cursor
/// @param order the order of the items, by these names
record DefinitionList<T>(
    Function<T, String> name, Comparator<String> order, Document<Listed<T>> document) {

  static <T> DefinitionList<T> byName(Function<T, String> name, Document<Listed<T>> document) {
    return new DefinitionList<>(name, Comparator.naturalOrder(), document);
  }

  Reply reply(RouteCall call, List<T> all, List<Unusable> unusable) {
    Listed<T> listed = listed(Filters.page(call.query()), all, unusable);
    return Reply.json(200, document, listed);
  }

  private Listed<T> listed(Page.Request page, List<T> all, List<Unusable> unusable) {
    Page<T> shown = Page.of(all, page, name, order);
    return new Listed<>(
        shown.items(),
        shown.nextCursor(),
        page.cursor() == null ? unusable.stream().limit(Limits.PAGE_SIZE).toList() : List.of());
  }
}
