package dev.waybill.backend.nats;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.spi.Blob;
import dev.waybill.spi.BlobStore;
import dev.waybill.spi.VerifiedBlocks;
import io.nats.client.JetStreamApiException;
import io.nats.client.Message;
import io.nats.client.NUID;
import io.nats.client.PurgeOptions;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.ObjectInfo;
import io.nats.client.api.ObjectMetaOptions;
import io.nats.client.api.StreamInfoOptions;
import io.nats.client.api.Subject;
import io.nats.client.impl.Headers;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Blobs in an object store of NATS, which any client can read. It does not use the object store of
/// the driver, which would let a second writer replace the first: here the entry is stored last,
/// and only if there is none. Each part has its number and checksum as headers, so that ranges can
/// be verified.
///
/// A blob is deleted when its entry is. Parts that a crash leaves behind are never read, and
/// [BlobSweep] deletes them.
final class NatsBlobStore implements BlobStore {

  static final String BUCKET = "wb_blobs";

  private static final String STREAM = "OBJ_" + BUCKET;
  private static final String ENTRIES = "$O." + BUCKET + ".M.>";
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder();

  private final NatsLink link;
  private final StreamReads reads;
  private final StreamScan scan;

  NatsBlobStore(NatsLink link) {
    this.link = link;
    this.reads = new StreamReads(link, STREAM);
    this.scan = new StreamScan(link, STREAM);
  }

  /// The entry of a name.
  ///
  /// @param revision 0 if there has never been an entry
  /// @param info null if there is no blob
  private record Entry(long revision, @Nullable ObjectInfo info) {}

  /// A writer must finish within [BlobSweep#EVERY], because parts without an entry are deleted
  /// after that.
  @Override
  public boolean put(String tenant, String name, InputStream content) throws IOException {
    String object = object(tenant, name);
    Entry before = entry(object);
    if (before.info() != null) {
      return false;
    }
    ObjectInfo info = upload(object, content);
    for (int tries = 0; before.info() == null; tries++) {
      if (store(info, before.revision(), tries)) {
        return true;
      }
      before = entry(object);
    }
    deleteParts(info.getNuid());
    return false;
  }

  private ObjectInfo upload(String object, InputStream content) throws IOException {
    String nuid = NUID.nextGlobal();
    int most =
        (int) Math.min(BlobParts.BYTES, link.connection().getMaxPayload() - BlobParts.HEADER_BYTES);
    BlobUpload upload = new BlobUpload(link, parts(nuid), most);
    try {
      return upload.send(content).describe(ObjectInfo.builder(BUCKET, object).nuid(nuid));
    } catch (IOException | RuntimeException failed) {
      deletePartsAfter(failed, upload, nuid);
      throw failed;
    }
  }

  private void deletePartsAfter(Exception failure, BlobUpload upload, String nuid) {
    try {
      upload.abandon();
      deleteParts(nuid);
    } catch (RuntimeException alsoFailed) {
      failure.addSuppressed(alsoFailed);
    }
  }

  /// Returns false if another writer was first.
  private boolean store(ObjectInfo info, long revision, int tries) {
    Headers onlyOne = new Headers().put("Nats-Rollup", "sub");
    byte[] body = info.toJson().getBytes(StandardCharsets.UTF_8);
    String subject = entrySubject(info.getObjectName());
    return link.await(
        "store a blob",
        link.streams()
            .publishAsync(subject, onlyOne, body, link.onlyAfter(subject, revision, tries))
            .handle(NatsErrors::isFirst));
  }

  @Override
  public Optional<Blob> find(String tenant, String name) {
    String object = object(tenant, name);
    return Optional.ofNullable(entry(object).info()).map(info -> new Found(object, info));
  }

  private final class Found implements Blob {

    private final String object;
    private final ObjectInfo info;

    Found(String object, ObjectInfo info) {
      this.object = object;
      this.info = info;
    }

    @Override
    public long size() {
      return info.getSize();
    }

    @Override
    public InputStream open(long from, long length) {
      Blob.checkRange(from, length, size());
      BlobParts parts = new BlobParts(scan, parts(info.getNuid()), this::missing);
      return new VerifiedBlocks(parts, partBytes(), from, length);
    }

    private int partBytes() {
      ObjectMetaOptions options = info.getObjectMeta().getObjectMetaOptions();
      return options == null || options.getChunkSize() < 1
          ? BlobParts.BYTES
          : options.getChunkSize();
    }

    private WaybillException missing(String what) {
      ObjectInfo now = entry(object).info();
      boolean there = now != null && now.getNuid().equals(info.getNuid());
      return there
          ? new WaybillException(
              Code.CORRUPT, "the blob " + object + " in NATS is damaged: " + what)
          : Blob.deleted("the blob " + object);
    }
  }

  @Override
  public boolean delete(String tenant, String name) {
    String object = object(tenant, name);
    Entry entry = entry(object);
    if (entry.info() == null || purge(entrySubject(object), entry.revision() + 1) == 0) {
      return false;
    }
    deleteParts(entry.info().getNuid());
    return true;
  }

  private Entry entry(String object) {
    @Nullable MessageInfo found = reads.last(List.of(entrySubject(object))).getFirst();
    if (found == null) {
      return new Entry(0, null);
    }
    ObjectInfo info = new ObjectInfo(found);
    return new Entry(found.getSeq(), info.isDeleted() ? null : info);
  }

  /// Deletes messages of the subject before a sequence; returns their number.
  private long purge(String subject, long before) {
    PurgeOptions.Builder which = PurgeOptions.builder().subject(subject);
    PurgeOptions options =
        before == Long.MAX_VALUE ? which.build() : which.sequence(before).build();
    return NatsErrors.told(
        "delete a blob", () -> link.management().purgeStream(STREAM, options).getPurged());
  }

  /// Names of parts without an entry: their blob is being written or deleted, or its writer died.
  Set<String> strayParts() {
    Set<String> stray = NatsErrors.told("list parts of blobs", this::partNames);
    if (!stray.isEmpty()) {
      for (Message entry : scan.read(ENTRIES, 0, Integer.MAX_VALUE)) {
        stray.remove(new ObjectInfo(entry).getNuid());
      }
    }
    return stray;
  }

  /// None if the broker has no stream of blobs.
  private Set<String> partNames() throws IOException, JetStreamApiException {
    try {
      return link
          .management()
          .getStreamInfo(STREAM, StreamInfoOptions.filterSubjects(parts("*")))
          .getStreamState()
          .getSubjects()
          .stream()
          .map(Subject::getName)
          .map(NatsBlobStore::nuidOf)
          .collect(Collectors.toCollection(HashSet::new));
    } catch (JetStreamApiException failed) {
      if (NatsErrors.is(failed, NatsErrors.STREAM_NOT_FOUND)) {
        return new HashSet<>();
      }
      throw failed;
    }
  }

  void deleteParts(String nuid) {
    purge(parts(nuid), Long.MAX_VALUE);
  }

  private static String nuidOf(String subject) {
    return subject.substring(subject.lastIndexOf('.') + 1);
  }

  private static String object(String tenant, String name) {
    return JobSubjects.token(tenant) + "/" + name;
  }

  static String entrySubject(String object) {
    return "$O.%s.M.%s"
        .formatted(BUCKET, BASE64.encodeToString(object.getBytes(StandardCharsets.UTF_8)));
  }

  private static String parts(String nuid) {
    return "$O.%s.C.%s".formatted(BUCKET, nuid);
  }
}
