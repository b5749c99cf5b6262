package dev.waybill.spi;

import dev.waybill.base.BlockInputStream;
import java.io.IOException;
import java.util.Objects;

/// A range of a blob that is stored as blocks. Each block is verified as a whole before any of its
/// bytes is returned.
public final class VerifiedBlocks extends BlockInputStream {

  /// Reads blocks of one blob.
  public interface Source extends AutoCloseable {

    /// The verified bytes of a block; fails if they are damaged.
    byte[] block(long index);

    @Override
    void close();
  }

  private final Source source;
  private final int blockBytes;
  private byte[] block = new byte[0];
  private long loaded = -1;
  private long next;
  private final long end;

  public VerifiedBlocks(Source source, int blockBytes, long from, long length) {
    this.source = source;
    this.blockBytes = blockBytes;
    this.next = from;
    this.end = from + length;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, into.length);
    if (length == 0) {
      return 0;
    }
    if (next == end) {
      return -1;
    }
    load(next / blockBytes);
    int at = (int) (next % blockBytes);
    int count = (int) Math.min(Math.min(length, block.length - at), end - next);
    System.arraycopy(block, at, into, offset, count);
    next += count;
    return count;
  }

  private void load(long index) {
    if (loaded != index) {
      block = source.block(index);
      loaded = index;
    }
  }

  @Override
  public void close() {
    source.close();
  }
}
