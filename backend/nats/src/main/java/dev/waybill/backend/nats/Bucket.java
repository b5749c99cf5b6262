package dev.waybill.backend.nats;

import dev.waybill.backend.nats.SubjectWrites.Purge;
import dev.waybill.backend.nats.SubjectWrites.Put;
import dev.waybill.backend.support.GuardedTable;
import io.nats.client.impl.Headers;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// A bucket: the last message of each subject is the value, read from the leader of the stream.
///
/// @param subjects the subject of a key
record Bucket<K>(SubjectWrites wire, String stream, Function<K, String> subjects)
    implements GuardedTable<K> {

  private static final String OPERATION = "KV-Operation";

  @Override
  public List<Optional<Held>> readAll(List<K> keys) {
    return wire.readAll(stream, keys.stream().map(subjects).toList());
  }

  @Override
  public boolean fits(K key, byte[] value) {
    return wire.fits(subjects.apply(key), value);
  }

  @Override
  public List<Written> writeAll(List<Write<K>> writes) {
    return wire.writeAll(writes.stream().map(this::put).toList());
  }

  private Put put(Write<K> write) {
    Headers headers = new Headers();
    if (write.last()) {
      headers.put(OPERATION, "DEL");
    }
    return new Put(stream, write.under(subjects.apply(write.key())), headers);
  }

  @Override
  public long epoch() {
    return wire.epoch();
  }

  @Override
  public void removeAll(List<Removal<K>> removals) {
    wire.purgeAll(
        removals.stream()
            .map(gone -> new Purge(stream, subjects.apply(gone.key()), gone.revision()))
            .toList());
  }
}
