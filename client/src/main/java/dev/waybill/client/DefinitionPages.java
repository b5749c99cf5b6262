package dev.waybill.client;

import dev.waybill.Page;
import dev.waybill.client.call.HttpCall;
import dev.waybill.client.call.HttpTransport;
import dev.waybill.topic.Unusable;
import dev.waybill.wire.DefinitionsJson.Listed;
import dev.waybill.wire.json.Document;
import java.util.ArrayList;
import java.util.List;

/// Reads lists of definitions page by page.
record DefinitionPages<T>(Document<Listed<T>> document) {

  private static final int PAGE = 500;

  List<T> all(HttpTransport transport, String path) {
    List<T> items = new ArrayList<>();
    Page.Request page = Page.Request.first(PAGE);
    while (true) {
      Listed<T> listed = read(transport, Paths.definitions(path, page));
      items.addAll(listed.items());
      String next = listed.nextCursor();
      if (next == null) {
        return items;
      }
      page = page.next(next);
    }
  }

  List<Unusable> unusable(HttpTransport transport, String path) {
    return read(transport, Paths.definitions(path, Page.Request.first(1))).unusable();
  }

  private Listed<T> read(HttpTransport transport, String path) {
    return transport.send(HttpCall.get(path)).read(document);
  }
}
