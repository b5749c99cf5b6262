package dev.waybill.rig;

import dev.waybill.Payload;
import dev.waybill.rig.Node.DirectoryNode;
import dev.waybill.rig.Node.FileNode;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Replays the system calls of a trace on a directory. The directory existed, empty and durable,
/// before the first call.
final class DiskReplay {

  private final Path root;
  private final boolean logIsSynced;
  private final DirectoryNode top = new DirectoryNode();
  private final Map<Integer, Long> offsets = new HashMap<>();

  /// @param logIsSynced false to treat the log as if it were never synced
  DiskReplay(Path root, boolean logIsSynced) {
    this.root = root;
    this.logIsSynced = logIsSynced;
  }

  DirectoryNode top() {
    return top;
  }

  void apply(SystemCall call) {
    if (call.failed() || call.isUnfinished()) {
      return;
    }
    switch (call.name()) {
      case "openat" -> open(call);
      case "write" -> write(call, advance(call));
      case "pwrite64" -> write(call, call.number(3));
      case "ftruncate" -> resize(call, call.number(1));
      case "fallocate" -> throw new IllegalStateException("not expected: " + call);
      case "fsync", "fdatasync" -> sync(call);
      case "mkdir", "mkdirat" -> name(call, call.string(0), new DirectoryNode());
      case "link", "linkat" -> name(call, call.string(1), require(call.string(0)));
      case "unlink", "unlinkat", "rmdir" -> name(call, call.string(0), null);
      case "rename", "renameat", "renameat2" -> rename(call);
      default -> throw new IllegalStateException("not expected: " + call);
    }
  }

  private void open(SystemCall call) {
    String path = call.paths().getLast();
    offsets.put((int) call.answer(), 0L);
    Node there = find(path);
    String flags = call.words().get(2);
    if (there == null && flags.contains("O_CREAT")) {
      name(call, path, new FileNode());
    } else if (there instanceof FileNode file && flags.contains("O_TRUNC")) {
      file.add(new Node.Resize(call.begin(), call.end(), 0));
    }
  }

  private long advance(SystemCall call) {
    long before = offsets.getOrDefault(call.descriptor(), 0L);
    offsets.put(call.descriptor(), before + call.answer());
    return before;
  }

  private void write(SystemCall call, long offset) {
    if (find(call.paths().getFirst()) instanceof FileNode file) {
      byte[] bytes = java.util.Arrays.copyOf(call.strings().getFirst(), (int) call.answer());
      file.add(new Node.Write(call.begin(), call.end(), offset, Payload.wrap(bytes)));
    }
  }

  private void resize(SystemCall call, long size) {
    if (find(call.paths().getFirst()) instanceof FileNode file) {
      file.add(new Node.Resize(call.begin(), call.end(), size));
    }
  }

  private void sync(SystemCall call) {
    String path = call.paths().getFirst();
    Node node = find(path);
    boolean ignored = !logIsSynced && path.endsWith(".log");
    if (node != null && !ignored) {
      node.synced(call.begin(), call.end());
    }
  }

  private void rename(SystemCall call) {
    Path from = Path.of(call.string(0));
    Path to = Path.of(call.string(1));
    if (!parent(from).equals(parent(to))) {
      throw new IllegalStateException("a move between folders: " + call);
    }
    Map<String, @Nullable Node> names = new HashMap<>();
    names.put(nameOf(from), null);
    names.put(nameOf(to), require(from.toString()));
    name(call, parent(from), names);
  }

  private void name(SystemCall call, String path, @Nullable Node node) {
    Path file = Path.of(path);
    Map<String, @Nullable Node> names = new HashMap<>();
    names.put(nameOf(file), node);
    name(call, parent(file), names);
  }

  private void name(SystemCall call, Path folder, Map<String, @Nullable Node> names) {
    if (!(find(folder.toString()) instanceof DirectoryNode directory)) {
      return;
    }
    directory.add(new Node.Naming(call.begin(), call.end(), names));
    for (Map.Entry<String, @Nullable Node> name : names.entrySet()) {
      Node node = name.getValue();
      if (node == null) {
        directory.now.remove(name.getKey());
      } else {
        directory.now.put(name.getKey(), node);
      }
    }
  }

  private Node require(String path) {
    Node node = find(path);
    if (node == null) {
      throw new IllegalStateException("the trace never made " + path);
    }
    return node;
  }

  private @Nullable Node find(String path) {
    Path absolute = Path.of(path).normalize();
    if (!absolute.startsWith(root)) {
      return null;
    }
    Node node = top;
    for (String name : names(root.relativize(absolute))) {
      node = node instanceof DirectoryNode directory ? directory.now.get(name) : null;
      if (node == null) {
        return null;
      }
    }
    return node;
  }

  private static List<String> names(Path relative) {
    return relative.toString().isEmpty()
        ? List.of()
        : java.util.stream.StreamSupport.stream(relative.spliterator(), false)
            .map(Path::toString)
            .toList();
  }

  private static String nameOf(Path file) {
    return String.valueOf(file.getFileName());
  }

  private static Path parent(Path file) {
    Path parent = file.getParent();
    return parent == null ? file : parent;
  }
}
