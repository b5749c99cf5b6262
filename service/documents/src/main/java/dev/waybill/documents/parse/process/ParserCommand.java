package dev.waybill.documents.parse.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// The command line of a parser process: the same JDK and class path as this process, little
/// memory, no network, no files of its own, and nothing of our environment but the locale, which
/// decides on the encoding of file names.
final class ParserCommand {

  private static final Set<String> LOCALE = Set.of("LANG", "LC_ALL", "LC_CTYPE");

  /// Gives a process a network without any interface, where the system allows it.
  private static final List<String> WITHOUT_NETWORK =
      List.of("/usr/bin/unshare", "--map-root-user", "--net", "--");

  private static final long LONGEST_PROBE_SECONDS = 5;

  private static final List<String> JVM =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:MaxMetaspaceSize=128m",
          "-XX:MaxDirectMemorySize=16m",
          "-XX:+ExitOnOutOfMemoryError",
          "-XX:+DisableAttachMechanism",
          "-XX:-UsePerfData",
          "-XX:+SuppressFatalErrorMessage",
          "-Djava.awt.headless=true",
          "-Duser.home=/nonexistent",
          "-Djava.io.tmpdir=/nonexistent",
          // No name can be resolved, and no XML parser follows a reference or reads a DTD.
          "-Djdk.net.hosts.file=/dev/null",
          "-Djavax.xml.accessExternalDTD=",
          "-Djavax.xml.accessExternalSchema=",
          "-Djavax.xml.accessExternalStylesheet=",
          "-Djdk.xml.dtd.support=deny",
          "-Djdk.xml.maxElementDepth=1000");

  private static final class Network {
    static final List<String> PREFIX = canUnshare() ? WITHOUT_NETWORK : List.of();
  }

  private ParserCommand() {}

  static ProcessBuilder with(int heapMegabytes) {
    List<String> command = new ArrayList<>(Network.PREFIX);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + heapMegabytes + "m");
    command.addAll(JVM);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(ParserMain.class.getName());
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
    keepLocale(builder.environment());
    return builder;
  }

  private static void keepLocale(Map<String, String> environment) {
    environment.keySet().retainAll(LOCALE);
  }

  private static boolean canUnshare() {
    if (!Files.isExecutable(Path.of(WITHOUT_NETWORK.getFirst()))) {
      return false;
    }
    List<String> probe = new ArrayList<>(WITHOUT_NETWORK);
    probe.add("/bin/true");
    try {
      Process process =
          new ProcessBuilder(probe)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(LONGEST_PROBE_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException failed) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
