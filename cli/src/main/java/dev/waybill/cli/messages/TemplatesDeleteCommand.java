package dev.waybill.cli.messages;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.topics.TopicsDeleteCommand;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill templates delete`
@Command(
    name = "delete",
    description = "Delete all versions of a template. Messages that wait with one of them fail.")
final class TemplatesDeleteCommand implements Callable<Integer> {

  @Parameters(paramLabel = "NAME", description = "The name of the template.")
  private String name = "";

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      TopicsDeleteCommand.gone(
          output, waybill.templates().delete(name), "there is no template " + name);
    }
    return 0;
  }
}
