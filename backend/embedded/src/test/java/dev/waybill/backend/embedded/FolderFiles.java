package dev.waybill.backend.embedded;

import dev.waybill.backend.embedded.log.Disk;
import dev.waybill.backend.embedded.log.FrameReader;
import dev.waybill.backend.embedded.log.Segment;
import dev.waybill.base.Sha256;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The files of a store, to be inspected and damaged.
record FolderFiles(Path folder) {

  private static final Path MEMORY = Path.of("/dev/shm");

  /// A new directory, in memory if the system supports that.
  static Path temporary() throws IOException {
    return Files.isDirectory(MEMORY)
        ? Files.createTempDirectory(MEMORY, "waybill")
        : Files.createTempDirectory("waybill");
  }

  static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  Path history() {
    return folder.resolve("history.db");
  }

  Path clean() {
    return folder.resolve("log/clean");
  }

  /// Names only, because the store may drop segments at the same time.
  List<Path> segments() throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> listing = Files.newDirectoryStream(folder.resolve("log"), "*.log")) {
      listing.forEach(found::add);
    }
    return found.stream().sorted().toList();
  }

  /// All files except the lock: reading it in the process that holds it would release it.
  List<Path> all() throws IOException {
    return in(folder).filter(file -> !file.endsWith("lock")).toList();
  }

  private static Stream<Path> in(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList().stream();
    }
  }

  /// The contents of log, history and format, for comparison.
  Map<String, String> contents() throws IOException {
    Map<String, String> contents = new TreeMap<>();
    for (Path file : all()) {
      if (file.startsWith(folder.resolve("log"))
          || file.equals(history())
          || file.endsWith("format")) {
        contents.put(folder.relativize(file).toString(), Sha256.hex(Files.readAllBytes(file)));
      }
    }
    return contents;
  }

  /// The starts of the frames of a segment, and the end of the log in it.
  record Frames(List<Integer> starts, int end) {

    int last() {
      return starts.getLast();
    }
  }

  static Frames frames(Path file) throws IOException {
    try (Segment segment = Segment.open(file)) {
      FrameReader reader = new FrameReader(segment, Segment.HEADER);
      List<Integer> starts = new ArrayList<>();
      while (reader.next(segment.capacity())) {
        starts.add(reader.offset());
      }
      return new Frames(starts, reader.end());
    }
  }

  static void flip(Path file, long at, int bit) throws IOException {
    byte[] one = read(file, at, 1);
    one[0] ^= (byte) (1 << bit);
    write(file, at, one);
  }

  static byte[] read(Path file, long at, int length) throws IOException {
    byte[] bytes = new byte[length];
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      Disk.readFully(channel, bytes, at);
    }
    return bytes;
  }

  static void write(Path file, long at, byte[] bytes) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      Disk.write(channel, ByteBuffer.wrap(bytes), at);
    }
  }

  static void write(Path file, String text) throws IOException {
    Files.write(file, text.getBytes(StandardCharsets.UTF_8));
  }
}
