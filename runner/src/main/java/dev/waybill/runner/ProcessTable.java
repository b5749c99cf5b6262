package dev.waybill.runner;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The processes of the system, read from `/proc`, without zombies.
final class ProcessTable {

  private static final Path PROC = Path.of("/proc");

  private final List<Entry> entries;

  private record Entry(long pid, long parent, long group) {}

  private ProcessTable(List<Entry> entries) {
    this.entries = entries;
  }

  static boolean isReadable() {
    return Files.isReadable(PROC.resolve("self").resolve("stat"));
  }

  static ProcessTable read() {
    List<Entry> entries = new ArrayList<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path folder : folders) {
        add(folder.resolve("stat"), entries);
      }
    } catch (IOException unreadable) {
      return new ProcessTable(List.of());
    }
    return new ProcessTable(entries);
  }

  boolean hasAnyOf(Set<Long> groups) {
    return entries.stream().anyMatch(entry -> groups.contains(entry.group()));
  }

  /// The process groups of all descendants of a process.
  Set<Long> groupsBelow(long pid) {
    Set<Long> family = new TreeSet<>(Set.of(pid));
    while (family.addAll(childrenOf(family))) {
      // one more generation
    }
    return entries.stream()
        .filter(entry -> entry.pid() != pid && family.contains(entry.pid()))
        .map(Entry::group)
        .collect(Collectors.toSet());
  }

  private Set<Long> childrenOf(Set<Long> parents) {
    return entries.stream()
        .filter(entry -> parents.contains(entry.parent()))
        .map(Entry::pid)
        .collect(Collectors.toSet());
  }

  /// A process may end during the scan.
  private static void add(Path stat, List<Entry> entries) {
    try {
      String line = Files.readString(stat, java.nio.charset.StandardCharsets.ISO_8859_1);
      long pid = Long.parseLong(line.substring(0, line.indexOf(' ')));
      // The program name is in parentheses and may contain any character.
      String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", 4);
      boolean ended = fields[0].equals("Z") || fields[0].equals("X");
      if (!ended) {
        entries.add(new Entry(pid, Long.parseLong(fields[1]), Long.parseLong(fields[2])));
      }
    } catch (IOException | RuntimeException gone) {
      // the process has ended
    }
  }
}
