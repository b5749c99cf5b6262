package dev.waybill.backend.embedded.blob;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.backend.embedded.log.Directories;
import dev.waybill.backend.support.DiskFailure;
import dev.waybill.base.PrivateFiles;
import dev.waybill.base.Sha256;
import dev.waybill.base.Text;
import dev.waybill.spi.Blob;
import dev.waybill.spi.BlobStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// Stores blobs as files. A file is named by a hash of tenant and name, and exists either with its
/// whole content or not at all. One process at a time owns the directory.
public final class FileBlobStore implements BlobStore, AutoCloseable {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._/-]{1,512}");
  private static final HexFormat HEX = HexFormat.of();

  private final Path folder;
  private final Path incoming;

  /// Read-locked while the directory is used.
  private final ReadWriteLock use = new ReentrantReadWriteLock();

  private boolean closed;
  private final Set<Path> durableParts = ConcurrentHashMap.newKeySet();

  public FileBlobStore(Path folder) {
    this.folder = folder;
    this.incoming = folder.resolve("incoming");
    try {
      PrivateFiles.createDirectories(incoming);
      Directories.syncDirectory(directoryOf(folder.toAbsolutePath()));
      removeLeftovers();
    } catch (IOException e) {
      throw DiskFailure.of("open the blob directory", folder, e);
    }
  }

  /// The directory is in use until all content is written, so slow content delays [#close].
  @Override
  public boolean put(String tenant, String name, InputStream content) throws IOException {
    BlobFile blob = checked(tenant, name);
    use.readLock().lock();
    try {
      requireOpen();
      return store(blob, content);
    } finally {
      use.readLock().unlock();
    }
  }

  @Override
  public Optional<Blob> find(String tenant, String name) {
    BlobFile blob = checked(tenant, name);
    return using(() -> StoredBlob.find(blob, fileOf(blob), this::using));
  }

  @Override
  public boolean delete(String tenant, String name) {
    BlobFile blob = checked(tenant, name);
    return using(() -> remove(blob));
  }

  /// Waits for readers and writers; afterwards another process may own the directory.
  @Override
  public void close() {
    use.writeLock().lock();
    try {
      closed = true;
    } finally {
      use.writeLock().unlock();
    }
  }

  private <T> T using(Supplier<T> work) {
    use.readLock().lock();
    try {
      requireOpen();
      return work.get();
    } finally {
      use.readLock().unlock();
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new WaybillException(Code.CLOSED, "the blob directory " + folder + " is closed");
    }
  }

  private boolean store(BlobFile blob, InputStream content) throws IOException {
    Path target = fileOf(blob);
    onDisk(blob, () -> createPart(directoryOf(target)));
    boolean added = Files.notExists(target) && added(blob, content, target);
    // Also if the name exists: the other writer may not have synced it yet, and the caller relies
    // on an existing blob being durable.
    onDisk(blob, () -> Directories.syncDirectory(directoryOf(target)));
    return added;
  }

  private interface DiskStep {
    void run() throws IOException;
  }

  /// Distinguishes failures of the disk from failures of the content.
  private void onDisk(BlobFile blob, DiskStep step) {
    try {
      step.run();
    } catch (IOException e) {
      throw DiskFailure.of("store " + blob, fileOf(blob), e);
    }
  }

  private boolean remove(BlobFile blob) {
    Path file = fileOf(blob);
    try {
      boolean deleted = Files.deleteIfExists(file);
      if (Files.exists(directoryOf(file))) {
        Directories.syncDirectory(directoryOf(file));
      }
      return deleted;
    } catch (IOException e) {
      throw DiskFailure.of("delete " + blob, file, e);
    }
  }

  private boolean added(BlobFile blob, InputStream content, Path target) throws IOException {
    Path unfinished = incoming(blob);
    try {
      blob.write(unfinished, content);
      return isNamed(blob, unfinished, target);
    } finally {
      onDisk(blob, () -> Files.deleteIfExists(unfinished));
    }
  }

  private Path incoming(BlobFile blob) {
    try {
      return Files.createTempFile(incoming, "put-", ".tmp");
    } catch (IOException e) {
      throw DiskFailure.of("store " + blob, incoming, e);
    }
  }

  /// A hard link is the only way to name a finished file if and only if the name is free.
  private static boolean isNamed(BlobFile blob, Path unfinished, Path target) {
    try {
      Files.createLink(target, unfinished);
      return true;
    } catch (FileAlreadyExistsException taken) {
      return false;
    } catch (UnsupportedOperationException e) {
      throw new WaybillException(
          Code.STORE_FAILED, "the file system of the data directory has no hard links", e);
    } catch (IOException e) {
      throw DiskFailure.of("store " + blob, target, e);
    }
  }

  /// Syncs a part that is not known to be durable, even if another thread created it: that thread
  /// may not have synced it yet.
  private void createPart(Path part) throws IOException {
    if (!durableParts.contains(part)) {
      PrivateFiles.createDirectories(part);
      Directories.syncDirectory(folder);
      durableParts.add(part);
    }
  }

  private void removeLeftovers() throws IOException {
    try (DirectoryStream<Path> leftovers = Files.newDirectoryStream(incoming)) {
      for (Path leftover : leftovers) {
        Files.delete(leftover);
      }
    }
  }

  private Path fileOf(BlobFile blob) {
    String key = blob.tenant() + '\0' + blob.name();
    String hash = HEX.formatHex(Sha256.of(key));
    return folder.resolve(hash.substring(0, 2)).resolve(hash.substring(2));
  }

  private static Path directoryOf(Path file) {
    Path parent = file.getParent();
    return parent == null ? file : parent;
  }

  private static BlobFile checked(String tenant, String name) {
    if (!NAME.matcher(name).matches()) {
      throw new WaybillException(
          Code.INVALID_NAME,
          "a blob name must have 1 to 512 letters, digits, '.', '_', '-' or '/': "
              + Text.quote(name));
    }
    if (tenant.isEmpty() || !Text.isStorable(tenant)) {
      throw new WaybillException(Code.INVALID_NAME, "not a tenant name: " + Text.quote(tenant));
    }
    return new BlobFile(tenant, name);
  }
}
