package dev.waybill.conformance;

import dev.waybill.spi.Blob;
import dev.waybill.spi.BlobStore;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;

/// A blob that is larger than the heap, so it must be streamed.
public final class HugeBlob {

  private static final long SIZE = 100_000_000;
  private static final String HEAP = "-Xmx40m";

  private HugeBlob() {}

  /// Runs the main method of a class in a process with a small heap; returns its output, which ends
  /// with `streamed` if [#roundTrip] succeeded.
  public static String inSmallHeap(Class<?> main, String... arguments)
      throws IOException, InterruptedException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    String classes =
        String.join(File.pathSeparator, List.of(System.getProperty("java.class.path")));
    Stream<String> command = Stream.of(java.toString(), HEAP, "-cp", classes, main.getName());
    Process process =
        new ProcessBuilder(Stream.concat(command, Stream.of(arguments)).toList())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return "exit " + process.waitFor() + ": " + output.strip();
  }

  /// Stores the blob, reads it back and compares the checksums.
  public static void roundTrip(BlobStore blobs) throws IOException {
    CRC32C given = new CRC32C();
    boolean stored = blobs.put("acme", "huge", new CheckedInputStream(new Pattern(), given));
    Blob blob = blobs.find("acme", "huge").orElseThrow();
    CRC32C read = new CRC32C();
    try (InputStream content = new CheckedInputStream(blob.open(0, blob.size()), read)) {
      content.transferTo(OutputStream.nullOutputStream());
    }
    boolean same = given.getValue() == read.getValue() && blob.size() == SIZE;
    System.out.println(stored && same ? "streamed" : "not what was written");
  }

  /// Bytes that differ from block to block.
  private static final class Pattern extends InputStream {

    private long next;

    @Override
    public int read() {
      return next == SIZE ? -1 : (int) ((next++ * 31) >>> 7) & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      int count = (int) Math.min(length, SIZE - next);
      for (int i = 0; i < count; i++) {
        into[offset + i] = (byte) read();
      }
      return count == 0 && length > 0 ? -1 : count;
    }
  }
}
