package dev.waybill.backend.nats;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.spi.BlobStore;
import io.nats.client.Message;
import io.nats.client.NUID;
import io.nats.client.PurgeOptions;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.ObjectInfo;
import io.nats.client.api.PublishAck;
import io.nats.client.api.StreamInfoOptions;
import io.nats.client.api.Subject;
import io.nats.client.impl.Headers;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Blobs in an object store of NATS, which any client can read. Written by hand, for the driver
/// would let a second writer replace the first: the entry is stored last, and only where there is
/// none.
///
/// A name is gone when its entry is; what a crash leaves of the parts is never read, and swept by
/// [BlobSweep].
final class NatsBlobStore implements BlobStore {

  static final String BUCKET = "wb_blobs";

  private static final String STREAM = "OBJ_" + BUCKET;
  private static final String ENTRIES = "$O." + BUCKET + ".M.>";
  private static final int PART_BYTES = 128 * 1024;
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder();

  private final NatsLink link;
  private final StreamReads reads;
  private final StreamScan scan;

  NatsBlobStore(NatsLink link) {
    this.link = link;
    this.reads = new StreamReads(link, STREAM);
    this.scan = new StreamScan(link, STREAM);
  }

  /// What is stored under a name.
  ///
  /// @param revision 0 where there has never been anything
  /// @param info null where there is nothing
  private record Entry(long revision, @Nullable ObjectInfo info) {}

  @Override
  public boolean put(String tenant, String name, byte[] content) {
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
    purge(parts(info.getNuid()), Long.MAX_VALUE);
    return false;
  }

  private ObjectInfo upload(String object, byte[] content) {
    String nuid = NUID.nextGlobal();
    int most = (int) Math.min(PART_BYTES, link.connection().getMaxPayload());
    List<CompletableFuture<PublishAck>> sent = new ArrayList<>();
    for (int from = 0; from < content.length; from += most) {
      byte[] part = Arrays.copyOfRange(content, from, Math.min(content.length, from + most));
      sent.add(link.streams().publishAsync(parts(nuid), part));
    }
    sent.forEach(part -> link.await("store a blob", part));
    return ObjectInfo.builder(BUCKET, object)
        .nuid(nuid)
        .size(content.length)
        .chunks(sent.size())
        .chunkSize(most)
        .digest(digest(content))
        .build();
  }

  /// False where somebody else was first.
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
  public Optional<byte[]> get(String tenant, String name) {
    String object = object(tenant, name);
    Entry entry = entry(object);
    while (entry.info() != null) {
      byte[] content = download(entry.info());
      if (content.length == entry.info().getSize()
          && digest(content).equals(entry.info().getDigest())) {
        return Optional.of(content);
      }
      Entry now = entry(object);
      if (now.revision() == entry.revision()) {
        throw new WaybillException(
            Code.CORRUPT, "the blob " + object + " in NATS is not what was written");
      }
      entry = now;
    }
    return Optional.empty();
  }

  private byte[] download(ObjectInfo info) {
    ByteArrayOutputStream content = new ByteArrayOutputStream((int) info.getSize());
    for (Message part : scan.read(parts(info.getNuid()), 0, (int) info.getChunks())) {
      content.writeBytes(part.getData());
    }
    return content.toByteArray();
  }

  @Override
  public boolean delete(String tenant, String name) {
    String object = object(tenant, name);
    Entry entry = entry(object);
    if (entry.info() == null || purge(entrySubject(object), entry.revision() + 1) == 0) {
      return false;
    }
    purge(parts(entry.info().getNuid()), Long.MAX_VALUE);
    return true;
  }

  /// NATS gives out no addresses.
  @Override
  public Optional<URI> link(String tenant, String name) {
    return Optional.empty();
  }

  private Entry entry(String object) {
    @Nullable MessageInfo found = reads.last(List.of(entrySubject(object))).getFirst();
    if (found == null) {
      return new Entry(0, null);
    }
    ObjectInfo info = new ObjectInfo(found);
    return new Entry(found.getSeq(), info.isDeleted() ? null : info);
  }

  /// Forgets messages of the subject before a place; answers how many there were.
  private long purge(String subject, long before) {
    PurgeOptions.Builder which = PurgeOptions.builder().subject(subject);
    PurgeOptions options =
        before == Long.MAX_VALUE ? which.build() : which.sequence(before).build();
    return NatsErrors.told(
        "delete a blob", () -> link.management().purgeStream(STREAM, options).getPurged());
  }

  /// Names of parts that no entry speaks of: a blob is being written or deleted, or was not.
  Set<String> strayParts() {
    Set<String> stray =
        NatsErrors.told(
            "list parts of blobs",
            () ->
                link
                    .management()
                    .getStreamInfo(STREAM, StreamInfoOptions.filterSubjects(parts("*")))
                    .getStreamState()
                    .getSubjects()
                    .stream()
                    .map(Subject::getName)
                    .map(NatsBlobStore::nuidOf)
                    .collect(Collectors.toCollection(HashSet::new)));
    if (!stray.isEmpty()) {
      for (Message entry : scan.read(ENTRIES, 0, Integer.MAX_VALUE)) {
        stray.remove(new ObjectInfo(entry).getNuid());
      }
    }
    return stray;
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

  private static String digest(byte[] content) {
    try {
      return "SHA-256="
          + BASE64.encodeToString(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
