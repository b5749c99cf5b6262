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
        bucket(JobSubjects.QUEUES, "Waybill: paused queues"),
        bucket(JobSubjects.REQUESTS, "Waybill: which job a request ID has made"),
        bucket(JobSubjects.JOBS, "Waybill: waiting and running jobs"),
        stream(
            HistoryStream.STREAM,
            List.of(HistoryStream.SUBJECTS),
            "Waybill: finished jobs as JSON, on wb.job.<tenant>.<queue>.<state>"),
        stream(JobSubjects.EVENTS, List.of(JobSubjects.EVERY_EVENT), "Waybill: events of jobs"));
  }

  private static StreamConfiguration ledger() {
    return stream(LedgerSubjects.STREAM, LedgerSubjects.ALL, "Waybill: facts as JSON");
  }

  private static StreamConfiguration latest() {
    return bucket(LedgerSubjects.BUCKET, "Waybill: the latest state of each thing, as JSON");
  }

  private static StreamConfiguration blobs() {
    return guarded(
        ObjectStoreConfiguration.builder(NatsBlobStore.BUCKET)
            .description("Waybill: large payloads and results")
            .build()
            .getBackingConfig());
  }

  private static StreamConfiguration stream(
      String name, List<String> subjects, String description) {
    return guarded(
        StreamConfiguration.builder()
            .name(name)
            .description(description)
            .subjects(subjects)
            .storageType(StorageType.File)
            .build());
  }

  private static StreamConfiguration bucket(String name, String description) {
    return guarded(
        KeyValueConfiguration.builder(name)
            .description(description)
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
