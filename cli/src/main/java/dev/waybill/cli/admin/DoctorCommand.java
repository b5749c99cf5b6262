package dev.waybill.cli.admin;

import dev.waybill.cli.connect.Configuration;
import dev.waybill.cli.output.Errors;
import dev.waybill.cli.output.Output;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.ConfigException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `waybill doctor`
@Command(
    name = "doctor",
    description = "Check configuration, data directory and ports, and report problems with fixes.")
public final class DoctorCommand implements Callable<Integer> {

  @Mixin private final Configuration configuration = new Configuration();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    List<DoctorFinding> findings = new ArrayList<>();
    findings.add(DoctorFinding.good("java", Runtime.version().toString()));
    try {
      Config config = configuration.read();
      findings.add(DoctorFinding.good("configuration", "read without a problem"));
      findings.addAll(new DoctorChecks(config).findings());
      tell(config, findings);
    } catch (ConfigException wrong) {
      wrong
          .problems()
          .forEach(problem -> findings.add(DoctorFinding.bad("configuration", problem)));
      tell(findings);
    }
    return findings.stream().allMatch(DoctorFinding::good) ? 0 : Errors.FAILED;
  }

  private void tell(Config config, List<DoctorFinding> findings) {
    tell(findings);
    if (!output.json()) {
      output.section(
          "settings",
          config.explained().entrySet().stream()
              .map(entry -> entry.getKey() + " = " + entry.getValue())
              .toList());
    }
  }

  private void tell(List<DoctorFinding> findings) {
    if (output.json()) {
      output.wire(DoctorFinding.LIST, findings);
      return;
    }
    for (DoctorFinding finding : findings) {
      output.line(
          "%s %-14s %s"
              .formatted(
                  output.colors().word(finding.good() ? "ok   " : "FAIL "),
                  finding.what(),
                  finding.text()));
    }
  }
}
