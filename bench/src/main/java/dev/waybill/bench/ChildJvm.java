package dev.waybill.bench;

import dev.waybill.bench.measure.StoreSteps;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Runs one step on a store in its own JVM and reads its figures.
public final class ChildJvm {

  private ChildJvm() {}

  public static Map<String, Long> run(int heapMegabytes, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + heapMegabytes + "m");
    command.add("-XX:+UseSerialGC");
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(StoreSteps.class.getName());
    command.addAll(List.of(arguments));
    try {
      return values(new ProcessBuilder(command).redirectErrorStream(true).start());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static Map<String, Long> values(Process process) throws IOException {
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.onExit().join().exitValue();
    if (status != 0) {
      throw new IllegalStateException("the JVM of its own ended with " + status + ":\n" + said);
    }
    return said.lines()
        .map(line -> line.split("=", 2))
        .filter(parts -> parts.length == 2)
        .collect(Collectors.toMap(parts -> parts[0], parts -> Long.parseLong(parts[1].strip())));
  }
}
