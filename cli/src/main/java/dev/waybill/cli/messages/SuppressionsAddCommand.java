package dev.waybill.cli.messages;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.TimeConverter;
import dev.waybill.message.NewSuppression;
import dev.waybill.message.Suppression;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `waybill suppressions add`
@Command(name = "add", description = "Send no messages to a recipient.")
final class SuppressionsAddCommand implements Callable<Integer> {

  @Mixin private final RecipientArguments to = new RecipientArguments();

  @Option(
      names = "--reason",
      paramLabel = "REASON",
      description = "manual, hard_bounce or complaint (manual).")
  private Suppression.Reason reason = Suppression.Reason.MANUAL;

  @Option(
      names = "--until",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "When messages are sent again (never).")
  private @Nullable Instant expiresAt;

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.openOrCreate()) {
      SuppressionsShowCommand.show(
          waybill
              .suppressions()
              .add(new NewSuppression(to.channel, to.recipient, reason, expiresAt)),
          output);
    }
    return 0;
  }
}
