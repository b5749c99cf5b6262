package dev.waybill.server.http.routes;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.WaybillException;
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
    if (page.limit() < 1 || page.limit() > Limits.PAGE_SIZE) {
      throw new WaybillException(Code.INVALID_ARGUMENT, "limit must be 1 to " + Limits.PAGE_SIZE);
    }
    String after = page.cursor();
    List<T> some =
        all.stream()
            .filter(one -> after == null || order.compare(name.apply(one), after) > 0)
            .limit(page.limit() + 1L)
            .toList();
    boolean more = some.size() > page.limit();
    List<T> shown = more ? some.subList(0, page.limit()) : some;
    return new Listed<>(
        shown,
        more ? name.apply(shown.getLast()) : null,
        after == null ? unusable.stream().limit(Limits.PAGE_SIZE).toList() : List.of());
  }
}
