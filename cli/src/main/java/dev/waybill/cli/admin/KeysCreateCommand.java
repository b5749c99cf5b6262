package dev.waybill.cli.admin;

import dev.waybill.admin.CreatedKey;
import dev.waybill.admin.NewAccessKey;
import dev.waybill.admin.Scope;
import dev.waybill.cli.connect.AdminOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.settings.Settings;
import dev.waybill.wire.AccessKeyJson;
import java.time.Instant;
import java.time.Period;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `waybill keys create`
@Command(name = "create", description = "Create an API key. It is shown only once.")
final class KeysCreateCommand implements Callable<Integer> {

  @Option(
      names = "--scopes",
      required = true,
      split = ",",
      paramLabel = "SCOPE",
      description = "Comma-separated scopes: ${COMPLETION-CANDIDATES}.")
  private List<Scope> scopes = List.of();

  @Option(names = "--label", required = true, paramLabel = "TEXT", description = "A description.")
  private String label = "";

  @Option(
      names = "--expires-in-days",
      paramLabel = "DAYS",
      description = "When the key expires (default: never).")
  private @Nullable Integer days;

  @Mixin private final AdminOptions target = new AdminOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    NewAccessKey wanted = new NewAccessKey(Set.copyOf(scopes), label, end());
    CreatedKey made = target.askOrCreate(admin -> admin.createKey(wanted));
    if (output.json()) {
      output.wire(AccessKeyJson.CREATED, made);
    } else {
      output.line(made.text());
    }
    return 0;
  }

  private @Nullable Instant end() {
    Instant now = Settings.DEFAULT.clock().instant();
    return days == null ? null : now.atOffset(ZoneOffset.UTC).plus(Period.ofDays(days)).toInstant();
  }
}
