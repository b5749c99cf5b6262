package dev.waybill.cli.documents;

import dev.waybill.Payload;
import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.BytesOutput;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill documents download`
@Command(name = "download", description = "Write the file of a document, byte for byte.")
final class DocumentsDownloadCommand implements Callable<Integer> {

  @Parameters(paramLabel = "ID", description = "The ID of the document.")
  private String id = "";

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final BytesOutput bytes = new BytesOutput();

  @Override
  public Integer call() {
    try (Waybill waybill = store.openServer()) {
      Payload content = waybill.documents().content(id);
      bytes.write(content.open(0, content.size()));
    }
    return 0;
  }
}
