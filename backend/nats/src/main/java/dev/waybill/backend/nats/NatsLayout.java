package dev.waybill.backend.nats;

import io.nats.client.api.KeyValueConfiguration;
import io.nats.client.api.ObjectStoreConfiguration;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// Every stream that Waybill needs; buckets and object stores are streams, too. All are stored on
/// file.
final class NatsLayout {

  /// How long a broker detects duplicate message IDs: longer than a write takes, and shorter than a
  /// writer waits for a lost write.
  static final Duration SAME_ID = Duration.ofSeconds(10);

  private NatsLayout() {}

  static List<StreamConfiguration> streams() {
    return Stream.concat(jobs().stream(), Stream.of(ledger(), latest(), blobs())).toList();
  }

  static List<StreamConfiguration> jobs() {
    return List.of(
        bucket(JobSubjects.QUEUES),
        bucket(JobSubjects.REQUESTS),
        bucket(JobSubjects.JOBS),
        guarded(stream(HistoryStream.STREAM, List.of(HistoryStream.SUBJECTS))),
        guarded(stream(JobSubjects.EVENTS, List.of(JobSubjects.EVERY_EVENT))));
  }

  private static StreamConfiguration ledger() {
    return guarded(stream(LedgerSubjects.STREAM, LedgerSubjects.ALL));
  }

  private static StreamConfiguration latest() {
    return bucket(LedgerSubjects.BUCKET);
  }

  private static StreamConfiguration blobs() {
    return guarded(
        ObjectStoreConfiguration.builder(NatsBlobStore.BUCKET).build().getBackingConfig());
  }

  private static StreamConfiguration stream(String name, List<String> subjects) {
    return StreamConfiguration.builder()
        .name(name)
        .subjects(subjects)
        .storageType(StorageType.File)
        .build();
  }

  private static StreamConfiguration bucket(String name) {
    return guarded(
        KeyValueConfiguration.builder(name)
            .maxHistoryPerKey(1)
            .storageType(StorageType.File)
            .build()
            .getBackingConfig());
  }

  /// Competing writes share a message ID, so the broker stores only one of them.
  private static StreamConfiguration guarded(StreamConfiguration of) {
    return StreamConfiguration.builder(of).duplicateWindow(SAME_ID).build();
  }
}
