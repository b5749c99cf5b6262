package dev.waybill.cli.documents;

import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.cli.connect.Paging;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.Table;
import dev.waybill.document.Document;
import dev.waybill.wire.document.DocumentJson;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `waybill documents list`
@Command(name = "list", description = "List documents in the order of their uploads.")
final class DocumentsListCommand implements Callable<Integer> {

  @Option(names = "--session", paramLabel = "ID", description = "Only of this session.")
  private @Nullable String session;

  @Mixin private final Paging paging = new Paging();
  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.openServer()) {
      Page<Document> page = waybill.documents().list(session, paging.request());
      Table table = table(page.items(), InstantSource.system().instant());
      output.wirePage("documents", page, DocumentJson.PAGE, table);
    }
    return 0;
  }

  private static Table table(List<Document> documents, Instant now) {
    Table table = Table.endingInText("ID", "SESSION", "STATE", "TYPE", "BYTES", "AGE", "NAME");
    for (Document document : documents) {
      table.row(
          document.id(),
          document.session(),
          document.state().word(),
          document.content().type(),
          Long.toString(document.content().size()),
          DisplayText.since(document.createdAt(), now),
          document.name());
    }
    return table;
  }
}
