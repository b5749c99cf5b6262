package dev.waybill.rig;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Parses the output of `strace` for one process.
final class Trace {

  private static final String UNFINISHED = " <unfinished ...>";

  /// No write is longer than a log segment or a blob of the rig.
  private static final int LONGEST_STRING = 1 << 20;

  private static final String CALLS =
      "openat,write,pwrite64,writev,pwritev,fsync,fdatasync,ftruncate,fallocate,"
          + "rename,renameat,renameat2,unlink,unlinkat,rmdir,link,linkat,mkdir,mkdirat";

  private final String wanted;
  private final Map<String, Begun> begun = new HashMap<>();
  private final List<SystemCall> calls = new ArrayList<>();
  private int line;

  private record Begun(int line, String text) {}

  private Trace(Path under, int firstLine) {
    this.wanted = hex(under.toString());
    this.line = firstLine;
  }

  /// The command in front of the traced one.
  static List<String> command(Path output) {
    return List.of(
        "strace",
        "-f",
        "--seccomp-bpf",
        "-qq",
        "-y",
        "-xx",
        "-e",
        "signal=none",
        "-s",
        Integer.toString(LONGEST_STRING),
        "-o",
        output.toString(),
        "-e",
        "trace=" + CALLS);
  }

  /// The calls on files below this directory, in the order they began.
  ///
  /// @param firstLine the first line number, so that several traces can be concatenated
  static List<SystemCall> read(Path file, Path under, int firstLine) throws IOException {
    Trace trace = new Trace(under, firstLine);
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.US_ASCII)) {
      for (String text = lines.readLine(); text != null; text = lines.readLine()) {
        trace.add(text);
      }
    }
    trace.begun.values().forEach(begun -> trace.take(begun.text, begun.line, SystemCall.NEVER));
    trace.calls.sort(java.util.Comparator.comparingInt(SystemCall::begin));
    return trace.calls;
  }

  private void add(String text) {
    line++;
    int space = text.indexOf(' ');
    String thread = text.substring(0, space);
    String rest = text.substring(space).stripLeading();
    if (rest.startsWith("+++")) {
      return;
    }
    if (rest.endsWith(UNFINISHED)) {
      String half = rest.substring(0, rest.length() - UNFINISHED.length());
      begun.put(thread, new Begun(line, half));
    } else if (rest.startsWith("<... ")) {
      Begun first = begun.remove(thread);
      if (first != null) {
        take(first.text + rest.substring(rest.indexOf('>') + 1), first.line, line);
      }
    } else {
      take(rest, line, line);
    }
  }

  private void take(String text, int begin, int end) {
    if (text.contains(wanted)) {
      // A call interrupted by a kill has the result `?`.
      boolean known = text.indexOf("= ?", text.lastIndexOf(')') + 1) < 0;
      calls.add(SystemCall.parse(text, begin, known ? end : SystemCall.NEVER));
    }
  }

  private static String hex(String text) {
    StringBuilder hex = new StringBuilder();
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      hex.append("\\x%02x".formatted(b));
    }
    return hex.toString();
  }
}
