package dev.waybill.backend.embedded.blob;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.backend.support.DiskFailure;
import dev.waybill.spi.Blob;
import dev.waybill.spi.VerifiedBlocks;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/// A stored blob.
///
/// @param use runs operations on the file while the directory is open
record StoredBlob(BlobFile blob, Path file, BlobFile.Content content, Use use) implements Blob {

  /// Refuses every operation after the directory is closed.
  interface Use {
    <T> T using(Supplier<T> work);
  }

  static Optional<Blob> find(BlobFile blob, Path file, Use use) {
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      return Optional.of(new StoredBlob(blob, file, blob.content(in, file), use));
    } catch (FileNotFoundException e) {
      // The same exception also means that the file is not readable.
      if (Files.notExists(file)) {
        return Optional.empty();
      }
      throw failed(blob, file, e);
    } catch (IOException e) {
      throw failed(blob, file, e);
    }
  }

  @Override
  public long size() {
    return content.size();
  }

  @Override
  public InputStream open(long from, long length) {
    Blob.checkRange(from, length, size());
    return new VerifiedBlocks(use.using(this::openFile), BlobFile.BLOCK_BYTES, from, length);
  }

  private OpenFile openFile() {
    try {
      RandomAccessFile in = new RandomAccessFile(file.toFile(), "r");
      OpenFile open = new OpenFile(in);
      try {
        open.requireSame();
        return open;
      } catch (IOException | RuntimeException notThis) {
        in.close();
        throw notThis;
      }
    } catch (FileNotFoundException e) {
      throw Files.notExists(file) ? Blob.deleted(blob.toString()) : failed(blob, file, e);
    } catch (IOException e) {
      throw failed(blob, file, e);
    }
  }

  private static WaybillException failed(BlobFile blob, Path file, IOException e) {
    return DiskFailure.of("read " + blob, file, e);
  }

  /// A deleted file can still be read by readers that have opened it.
  private final class OpenFile implements VerifiedBlocks.Source {

    private final RandomAccessFile in;

    OpenFile(RandomAccessFile in) {
      this.in = in;
    }

    /// The name may belong to another blob now.
    void requireSame() throws IOException {
      if (!blob.content(in, file).equals(content)) {
        throw Blob.deleted(blob.toString());
      }
    }

    @Override
    public byte[] block(long index) {
      return use.using(() -> read(index));
    }

    private byte[] read(long index) {
      try {
        return blob.block(in, file, index, content);
      } catch (EOFException e) {
        throw new WaybillException(Code.CORRUPT, blob + " was truncated while it was read", e);
      } catch (IOException e) {
        throw failed(blob, file, e);
      }
    }

    @Override
    public void close() {
      try {
        in.close();
      } catch (IOException e) {
        throw failed(blob, file, e);
      }
    }
  }
}
