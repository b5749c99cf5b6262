package dev.waybill.rig;

import dev.waybill.rig.Node.Change;
import dev.waybill.rig.Node.DirectoryNode;
import dev.waybill.rig.Node.FileNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// A directory as a power cut at one line of the trace leaves it. Synced data is there. Of the
/// rest, a clean cut leaves nothing and a torn cut any part: any sectors of each write and any of
/// the names.
final class Image {

  private static final int SECTOR = 512;

  private final int line;
  private final @Nullable SplittableRandom luck;

  private Image(int line, @Nullable SplittableRandom luck) {
    this.line = line;
    this.luck = luck;
  }

  static Image clean(int line) {
    return new Image(line, null);
  }

  static Image torn(int line, long seed) {
    return new Image(line, new SplittableRandom(seed));
  }

  void write(DirectoryNode directory, Path folder) throws IOException {
    Files.createDirectories(folder);
    Map<String, @Nullable Node> names = new LinkedHashMap<>();
    for (Change change : directory.until(line)) {
      if (change instanceof Node.Naming naming && (directory.isSure(change, line) || isLucky())) {
        names.putAll(naming.names());
      }
    }
    for (Map.Entry<String, @Nullable Node> name : names.entrySet()) {
      write(name.getValue(), folder.resolve(name.getKey()));
    }
  }

  private void write(@Nullable Node node, Path path) throws IOException {
    switch (node) {
      case null -> {}
      case DirectoryNode directory -> write(directory, path);
      case FileNode file -> {
        // The shared memory of SQLite does not survive a power cut.
        if (!path.toString().endsWith("-shm")) {
          Files.write(path, content(file));
        }
      }
    }
  }

  private byte[] content(FileNode file) {
    Content content = new Content();
    for (Change change : file.until(line)) {
      boolean sure = file.isSure(change, line);
      switch (change) {
        case Node.Write write when sure ->
            content.write(write.offset(), write.bytes().bytesWithoutCopy());
        case Node.Write write -> tear(write, content);
        case Node.Resize resize -> {
          if (sure || isLucky()) {
            content.resize((int) resize.size());
          }
        }
        case Node.Naming naming -> throw new IllegalStateException("a file with names: " + naming);
      }
    }
    return content.bytes();
  }

  /// Some writes reach the disk completely, some not at all, and some in part.
  private void tear(Node.Write write, Content content) {
    if (luck == null) {
      return;
    }
    byte[] bytes = write.bytes().bytesWithoutCopy();
    int share = luck.nextInt(-25, 126);
    int from = 0;
    while (from < bytes.length) {
      int untilNextSector = SECTOR - (int) ((write.offset() + from) % SECTOR);
      int to = Math.min(bytes.length, from + untilNextSector);
      if (luck.nextInt(100) < share) {
        content.write(write.offset() + from, Arrays.copyOfRange(bytes, from, to));
      }
      from = to;
    }
  }

  private boolean isLucky() {
    return luck != null && luck.nextBoolean();
  }

  private static final class Content {
    private byte[] bytes = new byte[0];
    private int size;

    void write(long offset, byte[] part) {
      int end = (int) offset + part.length;
      reserve(end);
      System.arraycopy(part, 0, bytes, (int) offset, part.length);
      size = Math.max(size, end);
    }

    void resize(int to) {
      reserve(to);
      if (to < size) {
        Arrays.fill(bytes, to, size, (byte) 0);
      }
      size = to;
    }

    private void reserve(int needed) {
      if (needed > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(needed, bytes.length * 2));
      }
    }

    byte[] bytes() {
      return Arrays.copyOf(bytes, size);
    }
  }
}
