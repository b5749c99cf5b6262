package dev.waybill.backend.nats;

import io.nats.client.api.KeyValueConfiguration;
import io.nats.client.api.ObjectStoreConfiguration;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import java.util.List;

/// Every stream that Waybill needs; buckets and object stores are streams, too. All are on file.
final class NatsLayout {

  private NatsLayout() {}

  static List<StreamConfiguration> streams() {
    return List.of(ledger(), latest(), blobs());
  }

  private static StreamConfiguration ledger() {
    return StreamConfiguration.builder()
        .name(LedgerSubjects.STREAM)
        .subjects(LedgerSubjects.ALL)
        .storageType(StorageType.File)
        .build();
  }

  private static StreamConfiguration latest() {
    return KeyValueConfiguration.builder(LedgerSubjects.BUCKET)
        .maxHistoryPerKey(1)
        .build()
        .getBackingConfig();
  }

  private static StreamConfiguration blobs() {
    return ObjectStoreConfiguration.builder(NatsBlobStore.BUCKET).build().getBackingConfig();
  }
}
