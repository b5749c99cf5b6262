package dev.waybill.rig;

import dev.waybill.Payload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A file or directory on disk: all changes to it and its syncs. Changes made before a sync began
/// are durable once the sync has ended.
abstract sealed class Node {

  /// A change of a node between two lines of the trace.
  sealed interface Change {
    int begin();

    int end();
  }

  record Write(int begin, int end, long offset, Payload bytes) implements Change {}

  record Resize(int begin, int end, long size) implements Change {}

  /// Names that are added or removed in one step.
  record Naming(int begin, int end, Map<String, @Nullable Node> names) implements Change {}

  private record Sync(int begin, int end) {}

  private final List<Change> changes = new ArrayList<>();
  private final List<Sync> syncs = new ArrayList<>();

  void add(Change change) {
    changes.add(change);
  }

  void synced(int begin, int end) {
    syncs.add(new Sync(begin, end));
  }

  /// Changes that began at or before this line, in order.
  List<Change> until(int line) {
    return changes.stream().filter(change -> change.begin() <= line).toList();
  }

  /// True if a change is durable at this line.
  boolean isSure(Change change, int line) {
    return change.end() < lastSync(line);
  }

  private int lastSync(int line) {
    return syncs.stream().filter(sync -> sync.end() <= line).mapToInt(Sync::begin).max().orElse(-1);
  }

  static final class FileNode extends Node {}

  static final class DirectoryNode extends Node {
    final Map<String, Node> now = new HashMap<>();
  }
}
