package dev.waybill.cli.admin;

import dev.waybill.cli.connect.Configuration;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Errors;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.Table;
import dev.waybill.engine.EngineOpener;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.ConfigException;
import dev.waybill.server.config.ConfiguredStore;
import dev.waybill.spi.Provisioned;
import dev.waybill.spi.Provisioned.Outcome;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.ListJson;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `waybill provision`
@Command(
    name = "provision",
    description = "Create what the store needs on its servers, such as streams or tables.")
public final class ProvisionCommand implements Callable<Integer> {

  private static final Document<List<Provisioned>> PROVISIONED =
      ListJson.of(
          "ProvisionedParts",
          "What the store needs on its servers.",
          "provisioned",
          provisioned(),
          Integer.MAX_VALUE);

  @Mixin private final Configuration configuration = new Configuration();
  @Mixin private final Output output = new Output();

  @Option(names = "--check", description = "Only check, and fail if something is missing.")
  private boolean check;

  @Override
  public Integer call() {
    try {
      Config config = configuration.read();
      List<Provisioned> found =
          EngineOpener.provision(ConfiguredStore.of(config).address(), !check);
      show(found);
      return found.stream().allMatch(ProvisionCommand::isGood) ? 0 : Errors.FAILED;
    } catch (ConfigException wrong) {
      wrong.problems().forEach(output::error);
      return Errors.FAILED;
    }
  }

  static boolean isGood(Provisioned one) {
    return one.outcome() != Outcome.MISSING && one.drift().isEmpty();
  }

  private void show(List<Provisioned> found) {
    if (output.json()) {
      output.wire(PROVISIONED, found);
    } else if (found.isEmpty()) {
      output.line("this store needs no provisioning");
    } else {
      Table table = Table.of("NAME", "FOUND", "DRIFT");
      found.forEach(one -> table.row(one.name(), DisplayText.lower(one.outcome()), drift(one)));
      output.table(table);
    }
  }

  private static String drift(Provisioned one) {
    return one.drift().isEmpty() ? "-" : String.join("; ", one.drift());
  }

  private static Document<Provisioned> provisioned() {
    Fields<Provisioned> fields = Fields.of("Provisioned", "One part, such as a stream.");
    var name = fields.text("name", Provisioned::name, "Its name.");
    var found =
        fields.required(
            "found",
            Codecs.word(Outcome.class),
            Provisioned::outcome,
            "Whether it exists, was created, or is missing.");
    var drift =
        fields.required(
            "drift",
            Codecs.list(Codecs.TEXT, Integer.MAX_VALUE),
            Provisioned::drift,
            "How it differs from what Waybill would create.");
    return fields.make(in -> new Provisioned(in.get(name), in.get(found), in.get(drift)));
  }
}
