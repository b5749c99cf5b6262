package dev.waybill.cli.documents;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.document.Documents;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// A command for one document of a server.
abstract class OneDocumentCommand implements Callable<Integer> {

  @Parameters(paramLabel = "ID", description = "The ID of the document.")
  private String id = "";

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin final Output output = new Output();

  @Override
  public final Integer call() {
    try (Waybill waybill = store.openServer()) {
      run(waybill.documents(), id);
    }
    return 0;
  }

  abstract void run(Documents documents, String id);
}
