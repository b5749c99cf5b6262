package dev.waybill.server.http.operation;

import dev.waybill.Payload;
import dev.waybill.server.auth.Access;
import dev.waybill.server.auth.SharedNotes;
import dev.waybill.server.auth.SharedNotes.Note;
import dev.waybill.settings.Retention;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The records of bulk operations in the ledger, so that they survive a restart and all servers on
/// one store see the same. Without a ledger they live as long as the process.
public final class OperationBook {

  private static final System.Logger LOG = System.getLogger(OperationBook.class.getName());
  private static final String PROGRESS = "operation";
  private static final String CANCEL = "cancel";

  /// The number of finished operations of a tenant that are kept.
  private static final int KEPT = 100;

  /// A server that has not updated its operation for this long has stopped.
  private static final Duration SILENT = Duration.ofMinutes(3);

  record Key(String tenant, String id) {}

  /// The request to cancel an operation.
  private static final Document<Key> KEY = keyDocument();

  private static Document<Key> keyDocument() {
    Fields<Key> fields = Fields.of("OperationCancellation", "A bulk operation is to stop.");
    var tenant = fields.text("tenant", Key::tenant, "Tenant of the jobs.");
    var id = fields.text("id", Key::id, "ID of the operation.");
    return fields.make(in -> new Key(in.get(tenant), in.get(id)));
  }

  private final @Nullable SharedNotes notes;
  private final Map<Key, OperationRecord> records = new LinkedHashMap<>();
  private final Set<Key> cancelled = new HashSet<>();

  /// @param notes where records are stored; null to keep them in memory only
  public OperationBook(@Nullable SharedNotes notes) {
    this.notes = notes;
  }

  public static OperationBook of(Access access) {
    return new OperationBook(access.notes(Retention.OPERATIONS).orElse(null));
  }

  Instant now() {
    return notes == null ? Instant.EPOCH : notes.now();
  }

  /// Stores the record of an operation.
  public synchronized void write(OperationRecord record) {
    store("progress:" + UUID.randomUUID(), record);
  }

  /// Takes over an operation; false if another server was first.
  ///
  /// @param from its record before
  public synchronized boolean claim(OperationRecord from, OperationRecord record) {
    String type =
        "turn:"
            + record.checkpoint().turn()
            + ":"
            + from.at()
            + ":"
            + from.tenant()
            + ":"
            + from.id();
    return store(type, record);
  }

  private boolean store(String type, OperationRecord record) {
    if (notes == null) {
      apply(record);
      return true;
    }
    boolean isNew =
        notes.add(type, new Note(PROGRESS, Payload.wrap(OperationRecord.DOCUMENT.bytes(record))));
    follow();
    return isNew;
  }

  /// Asks the server that runs the operation to stop it.
  synchronized void cancel(OperationRecord record) {
    if (notes == null) {
      cancelled.add(new Key(record.tenant(), record.id()));
      return;
    }
    byte[] data = KEY.bytes(new Key(record.tenant(), record.id()));
    notes.add("cancel:" + UUID.randomUUID(), new Note(CANCEL, Payload.wrap(data)));
    follow();
  }

  synchronized boolean isCancelled(OperationRecord record) {
    return cancelled.contains(new Key(record.tenant(), record.id()));
  }

  /// Reads the records that were stored since the last call.
  public synchronized void follow() {
    if (notes != null) {
      notes.next().forEach(this::applySafely);
    }
  }

  /// A record that cannot be read must not hide the others.
  private void applySafely(Note note) {
    try {
      byte[] data = note.data().bytesWithoutCopy();
      if (note.kind().equals(CANCEL)) {
        cancelled.add(KEY.read(data));
      } else {
        apply(OperationRecord.DOCUMENT.read(data));
      }
    } catch (RuntimeException unreadable) {
      LOG.log(Level.WARNING, "cannot read a stored operation", unreadable);
    }
  }

  private void apply(OperationRecord record) {
    Key key = new Key(record.tenant(), record.id());
    OperationRecord before = records.get(key);
    if (before != null && before.checkpoint().turn() > record.checkpoint().turn()) {
      return;
    }
    records.put(key, record);
    if (!record.isRunning()) {
      cancelled.remove(key);
      deleteOldest(record.tenant());
    }
  }

  private void deleteOldest(String tenant) {
    List<Key> ended = new ArrayList<>();
    records.forEach(
        (key, record) -> {
          if (key.tenant().equals(tenant) && !record.isRunning()) {
            ended.add(key);
          }
        });
    ended.subList(0, Math.max(0, ended.size() - KEPT)).forEach(records::remove);
  }

  public synchronized Optional<OperationRecord> find(String tenant, String id) {
    return Optional.ofNullable(records.get(new Key(tenant, id)));
  }

  /// The operations of one tenant, newest first.
  synchronized List<OperationRecord> list(String tenant) {
    List<OperationRecord> theirs = new ArrayList<>();
    records.forEach(
        (key, record) -> {
          if (key.tenant().equals(tenant)) {
            theirs.addFirst(record);
          }
        });
    return theirs;
  }

  /// Unfinished operations that no server runs.
  public synchronized List<OperationRecord> abandoned() {
    boolean shared = notes != null && notes.isShared();
    Instant now = now();
    return records.values().stream()
        .filter(OperationRecord::isRunning)
        .filter(
            record ->
                !shared || record.checkpoint().released() || record.at().plus(SILENT).isBefore(now))
        .toList();
  }
}
