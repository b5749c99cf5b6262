package dev.waybill.documents.index;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.PrivateFiles;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.Lock;
import org.apache.lucene.store.LockObtainFailedException;
import org.apache.lucene.store.NoLockFactory;
import org.apache.lucene.util.IOUtils;
import org.jspecify.annotations.Nullable;

/// The directory of an index: a lock, the files in `chunks`, and in `chunks.damaged` those of the
/// last index that could not be read.
final class IndexDirectory implements AutoCloseable {

  private static final String DAMAGED = "chunks.damaged";

  private final Path path;
  private final Lock lock;
  private final Directory files;
  private final @Nullable Path damaged;

  private IndexDirectory(Path path, Lock lock, Directory files, @Nullable Path damaged) {
    this.path = path;
    this.lock = lock;
    this.files = files;
    this.damaged = damaged;
  }

  static IndexDirectory open(Path path) {
    try {
      PrivateFiles.createDirectories(path);
      return locked(path, lock(path));
    } catch (LockObtainFailedException taken) {
      throw new WaybillException(
          Code.STORE_LOCKED,
          "the index of chunks in " + path + " is in use; only one process at a time can use it",
          taken);
    } catch (IOException failure) {
      throw failed("open", failure);
    }
  }

  private static Lock lock(Path path) throws IOException {
    try (Directory directory = FSDirectory.open(path)) {
      return directory.obtainLock("lock");
    }
  }

  private static IndexDirectory locked(Path path, Lock lock) throws IOException {
    try {
      Path chunks = path.resolve("chunks");
      PrivateFiles.createDirectories(chunks);
      Path aside = isReadable(chunks) ? null : moveAside(chunks, path.resolve(DAMAGED));
      return new IndexDirectory(path, lock, files(chunks), aside);
    } catch (IOException | RuntimeException failure) {
      lock.close();
      throw failure;
    }
  }

  private static Path moveAside(Path chunks, Path aside) throws IOException {
    if (Files.exists(aside)) {
      IOUtils.rm(aside);
    }
    Files.move(chunks, aside);
    PrivateFiles.createDirectories(chunks);
    return aside;
  }

  private static Directory files(Path chunks) throws IOException {
    return FSDirectory.open(chunks, NoLockFactory.INSTANCE);
  }

  /// Reads everything once to compare checksums.
  private static boolean isReadable(Path chunks) throws IOException {
    try (Directory files = files(chunks)) {
      return !DirectoryReader.indexExists(files) || isIntact(files);
    } catch (CorruptIndexException
        | IndexFormatTooOldException
        | IndexFormatTooNewException
        | EOFException
        | FileNotFoundException
        | NoSuchFileException
        | IllegalArgumentException damage) {
      return false;
    }
  }

  private static boolean isIntact(Directory files) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(files)) {
      for (LeafReaderContext leaf : reader.leaves()) {
        leaf.reader().checkIntegrity();
      }
      return CommittedIndex.isReadable(reader.getIndexCommit().getUserData());
    }
  }

  Directory files() {
    return files;
  }

  Optional<Path> damaged() {
    return Optional.ofNullable(damaged);
  }

  /// Deletes the last index that could not be read, of this or an earlier start.
  void deleteDamaged() {
    try {
      Path aside = path.resolve(DAMAGED);
      if (Files.exists(aside)) {
        IOUtils.rm(aside);
      }
    } catch (IOException failure) {
      throw failed("delete the damaged files of", failure);
    }
  }

  private static WaybillException failed(String action, IOException failure) {
    return new WaybillException(
        Code.STORE_FAILED,
        "cannot " + action + " the index of chunks: " + failure.getMessage(),
        failure);
  }

  @Override
  public void close() {
    try {
      IOUtils.close(files, lock);
    } catch (IOException failure) {
      throw failed("close", failure);
    }
  }
}
