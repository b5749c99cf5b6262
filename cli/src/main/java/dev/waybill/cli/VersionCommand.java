package dev.waybill.cli;

import dev.waybill.ServiceInfo;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;

/// `waybill version`
@Command(name = "version", description = "Print the version.")
final class VersionCommand implements Callable<Integer>, IVersionProvider {

  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    if (output.json()) {
      output.document(Map.of("version", ours(), "java", Runtime.version()));
    } else {
      output.line(getVersion()[0]);
    }
    return 0;
  }

  @Override
  public String[] getVersion() {
    return new String[] {"waybill " + ours() + " (Java " + Runtime.version() + ")"};
  }

  /// Known once the classes come from a jar.
  static String ours() {
    return ServiceInfo.ownVersion();
  }
}
