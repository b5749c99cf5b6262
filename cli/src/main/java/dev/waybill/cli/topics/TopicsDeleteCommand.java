package dev.waybill.cli.topics;

import dev.waybill.Code;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.wire.job.RemovedJson;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill topics delete`
@Command(
    name = "delete",
    description = "Delete a topic with its subscriptions. Existing jobs stay.")
public final class TopicsDeleteCommand implements Callable<Integer> {

  @Parameters(paramLabel = "TOPIC", description = "The name of the topic.")
  private String topic = "";

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      gone(output, waybill.topics().delete(topic), "there is no topic " + topic);
    }
    return 0;
  }

  public static void gone(Output output, boolean existed, String otherwise) {
    if (!existed) {
      throw new WaybillException(Code.NOT_FOUND, otherwise);
    }
    if (output.json()) {
      output.wire(RemovedJson.DOCUMENT, true);
    } else {
      output.line("removed");
    }
  }
}
