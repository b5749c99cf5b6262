package dev.waybill.cli.messages;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.wire.message.ExplanationJson;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill messages explain`
@Command(name = "explain", description = "Say in one sentence why a message is where it is.")
final class MessagesExplainCommand implements Callable<Integer> {

  @Parameters(paramLabel = "ID", description = "The ID of the message.")
  private String id = "";

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      String explanation = waybill.messages().explain(id);
      if (output.json()) {
        output.wire(ExplanationJson.DOCUMENT, explanation);
      } else {
        output.line(explanation);
      }
    }
    return 0;
  }
}
