package dev.waybill.backend.embedded;

import dev.waybill.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.BlobStore;
import dev.waybill.spi.Capabilities;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.Ledger;
import dev.waybill.testkit.BackendFixture;
import dev.waybill.testkit.ManualClock;
import dev.waybill.testkit.ModelBackend;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// The blob store and the catalog of this backend beside the model's jobs and ledger.
///
/// A crash is a copy of the folder as it lies on the disk, taken while everything is open.
final class StoresFixture implements BackendFixture {

  private final ManualClock clock = new ManualClock();
  private final ModelBackend model;
  private final Path root;
  private int lives;
  private Stores backend;

  StoresFixture(Path root, Settings settings) {
    this.model = new ModelBackend(settings.withClock(clock));
    this.root = root;
    this.backend = new Stores(folder());
  }

  @Override
  public Backend backend() {
    return backend;
  }

  @Override
  public ManualClock clock() {
    return clock;
  }

  @Override
  public Backend crashAndReopen() {
    Path before = folder();
    lives++;
    copy(before, folder());
    backend.close();
    backend = new Stores(folder());
    return backend;
  }

  @Override
  public void elapse(Duration step) {
    clock.advance(step);
  }

  @Override
  public void close() {
    backend.close();
  }

  private Path folder() {
    return root.resolve("life-" + lives);
  }

  private static void copy(Path from, Path to) {
    try (Stream<Path> found = Files.walk(from)) {
      List<Path> files = found.filter(file -> !file.toString().endsWith("-shm")).toList();
      for (Path file : files) {
        Files.copy(file, to.resolve(from.relativize(file)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private final class Stores implements Backend {

    private final FileBlobStore blobs;
    private final SqliteCatalog catalog;

    Stores(Path folder) {
      blobs = new FileBlobStore(folder.resolve("blobs"));
      catalog = new SqliteCatalog(folder.resolve("catalog.db"));
    }

    @Override
    public Capabilities capabilities() {
      return model.capabilities();
    }

    @Override
    public JobStore jobs() {
      return model.jobs();
    }

    @Override
    public Ledger ledger() {
      return model.ledger();
    }

    @Override
    public BlobStore blobs() {
      return blobs;
    }

    @Override
    public Catalog catalog() {
      return catalog;
    }

    @Override
    public void close() {
      catalog.close();
    }
  }
}
