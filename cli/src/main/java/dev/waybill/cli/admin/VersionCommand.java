package dev.waybill.cli.admin;

import dev.waybill.ServiceInfo;
import dev.waybill.cli.output.Output;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;

/// `waybill version`
@Command(name = "version", description = "Print the version.")
public final class VersionCommand implements Callable<Integer>, IVersionProvider {

  private static final Document<Version> VERSION = document();

  @Mixin private final Output output = new Output();

  private record Version(String version, String java) {}

  private static Document<Version> document() {
    Fields<Version> fields = Fields.of("Version", "The version of this program.");
    var version = fields.text("version", Version::version, "Version of Waybill.");
    var java = fields.text("java", Version::java, "Version of Java.");
    return fields.make(in -> new Version(in.get(version), in.get(java)));
  }

  @Override
  public Integer call() {
    if (output.json()) {
      output.wire(VERSION, new Version(ours(), Runtime.version().toString()));
    } else {
      output.line(getVersion()[0]);
    }
    return 0;
  }

  @Override
  public String[] getVersion() {
    return new String[] {"waybill " + ours() + " (Java " + Runtime.version() + ")"};
  }

  /// The version in the manifest of the jar; unknown if the classes do not come from a jar.
  static String ours() {
    return ServiceInfo.ownVersion();
  }
}
