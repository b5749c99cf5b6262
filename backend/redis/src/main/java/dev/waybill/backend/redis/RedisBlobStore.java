package dev.waybill.backend.redis;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.backend.redis.Call.Prefix;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.ByteWriter;
import dev.waybill.spi.Blob;
import dev.waybill.spi.BlobStore;
import dev.waybill.spi.VerifiedBlocks;
import io.lettuce.core.SetArgs;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Blobs as parts of 256 KiB, each a key of its own with a checksum. The entry of a blob is written
/// last, and only if there is none. All keys of a blob are in one slot.
final class RedisBlobStore implements BlobStore {

  static final int PART_BYTES = 256 * 1024;

  private final RedisLink link;
  private final BlobUploads uploads;

  RedisBlobStore(RedisLink link, ServerTime time) {
    this.link = link;
    this.uploads = new BlobUploads(link, time, this::hasUpload);
  }

  BlobUploads uploads() {
    return uploads;
  }

  /// @param upload distinguishes the parts of several writers
  private record Entry(String upload, long size) {

    static Entry read(byte[] bytes) {
      ByteReader in = new ByteReader(bytes);
      return new Entry(in.getText(), in.get8());
    }

    /// What the entry of an upload starts with.
    static byte[] start(String upload) {
      return new ByteWriter(32).putText(upload).copy();
    }

    byte[] bytes() {
      return new ByteWriter(32).putText(upload).put8(size).copy();
    }
  }

  @Override
  public boolean put(String tenant, String name, InputStream content) throws IOException {
    Prefix blob = prefix(tenant, name);
    long connections = link.connections();
    boolean isNew = entry(blob) == null && put(blob, content, connections);
    if (!isNew) {
      link.requireReplicated(connections);
    }
    return isNew;
  }

  /// Returns false if another writer was first.
  private boolean put(Prefix blob, InputStream content, long connections) throws IOException {
    String upload = HexFormat.of().formatHex(JobArguments.stamp());
    uploads.began(blob, upload);
    try {
      Entry fresh = new Entry(upload, upload(blob, upload, content));
      if (store(blob, fresh)) {
        link.requireReplicated(connections);
        uploads.ended(blob, upload);
        return true;
      }
      uploads.deleteParts(blob, upload);
      return false;
    } catch (IOException | RuntimeException failed) {
      deleteAfter(failed, blob, upload);
      throw failed;
    }
  }

  private long upload(Prefix blob, String upload, InputStream content) throws IOException {
    long size = 0;
    for (long number = 0; ; number++) {
      byte[] part = content.readNBytes(PART_BYTES);
      if (part.length > 0) {
        byte[] key = partKey(blob, upload, number);
        byte[] value = BlobPart.sealed(number, part);
        link.command("store a part of a blob", to -> to.set(key, value));
        size += part.length;
      }
      if (part.length < PART_BYTES) {
        return size;
      }
    }
  }

  /// The entry may have been stored although its answer was lost; it is deleted before the parts.
  private void deleteAfter(Exception failure, Prefix blob, String upload) {
    try {
      drop(blob, upload);
      uploads.deleteParts(blob, upload);
    } catch (RuntimeException alsoFailed) {
      failure.addSuppressed(alsoFailed);
    }
  }

  /// Returns false if another writer was first. A repeated try finds its own entry.
  private boolean store(Prefix blob, Entry fresh) {
    String answer =
        link.command(
            "store a blob", to -> to.set(entryKey(blob), fresh.bytes(), SetArgs.Builder.nx()));
    if ("OK".equals(answer)) {
      return true;
    }
    return hasUpload(blob, fresh.upload());
  }

  @Override
  public Optional<Blob> find(String tenant, String name) {
    Prefix blob = prefix(tenant, name);
    return Optional.ofNullable(entry(blob)).map(entry -> new Found(blob, entry));
  }

  private final class Found implements Blob {

    private final Prefix blob;
    private final Entry entry;

    Found(Prefix blob, Entry entry) {
      this.blob = blob;
      this.entry = entry;
    }

    @Override
    public long size() {
      return entry.size();
    }

    @Override
    public InputStream open(long from, long length) {
      Blob.checkRange(from, length, size());
      return new VerifiedBlocks(new Parts(this), PART_BYTES, from, length);
    }

    private byte[] part(long number) {
      byte @Nullable [] sealed =
          link.command("read a blob", to -> to.get(partKey(blob, entry.upload(), number)));
      if (sealed == null) {
        throw missing("part " + number + " is missing");
      }
      return BlobPart.opened(number, sealed)
          .orElseThrow(() -> missing("the checksum of part " + number + " does not match"));
    }

    private WaybillException missing(String what) {
      return hasUpload(blob, entry.upload())
          ? new WaybillException(
              Code.CORRUPT, "the blob " + blob.text() + " in Redis is damaged: " + what)
          : Blob.deleted("the blob " + blob.text());
    }
  }

  private record Parts(Found blob) implements VerifiedBlocks.Source {

    @Override
    public byte[] block(long index) {
      return blob.part(index);
    }

    /// Nothing is held between reads.
    @Override
    public void close() {}
  }

  @Override
  public boolean delete(String tenant, String name) {
    Prefix blob = prefix(tenant, name);
    Entry entry = entry(blob);
    if (entry == null) {
      return false;
    }
    uploads.began(blob, entry.upload());
    boolean deleted = drop(blob, entry.upload());
    uploads.deleteParts(blob, entry.upload());
    return deleted;
  }

  /// Deletes the entry of an upload; returns whether it was there before the first try.
  private boolean drop(Prefix blob, String upload) {
    return link.number(Call.number("drop", blob).with(Entry.start(upload)).buildWithTry()) == 1;
  }

  /// Whether the blob is complete and has the parts of this upload.
  private boolean hasUpload(Prefix blob, String upload) {
    Entry stored = entry(blob);
    return stored != null && stored.upload().equals(upload);
  }

  private @Nullable Entry entry(Prefix blob) {
    byte @Nullable [] found = link.command("find a blob", to -> to.get(entryKey(blob)));
    return found == null ? null : Entry.read(found);
  }

  private Prefix prefix(String tenant, String name) {
    return link.prefix("blob/" + tenant + Call.SEPARATOR + name);
  }

  static byte[] entryKey(Prefix blob) {
    return blob.key("entry");
  }

  static byte[] partKey(Prefix blob, String upload, long number) {
    return blob.key(upload + ":" + number);
  }
}
