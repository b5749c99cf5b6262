package dev.waybill.cli.documents;

import dev.waybill.Code;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill documents delete`
@Command(name = "delete", description = "Delete a document: its file, chunks and vectors.")
final class DocumentsDeleteCommand implements Callable<Integer> {

  @Parameters(paramLabel = "ID", description = "The ID of the document.")
  private String id = "";

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.openServer()) {
      if (!waybill.documents().delete(id)) {
        throw new WaybillException(Code.NOT_FOUND, "there is no document " + Text.quote(id));
      }
      output.line("deleted " + id);
    }
    return 0;
  }
}
