package dev.waybill.backend.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.Promise;
import dev.waybill.settings.Retention;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Blob;
import io.nats.client.PurgeOptions;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Maintenance deletes parts that belong to no blob.
final class BlobSweepTest {

  private static final String STREAM = "OBJ_" + NatsBlobStore.BUCKET;
  private static final byte[] CONTENT = new byte[300_000];

  private final ManualClock clock = new ManualClock();
  private NatsServer server;
  private NatsLink link;
  private NatsJobStore store;
  private NatsBlobStore blobs;

  @BeforeEach
  void open() {
    server = NatsServer.start();
    link = server.link();
    NatsLayout.streams().forEach(link::ensureStream);
    store = NatsJobStore.open(link, Settings.DEFAULT.withClock(clock));
    blobs = new NatsBlobStore(link);
  }

  @AfterEach
  void close() {
    store.close();
    link.close();
    server.close();
  }

  @Test
  void parts_without_an_entry_are_deleted_and_others_stay() throws Exception {
    blobs.put("acme", "whole", CONTENT);
    blobs.put("acme", "torn", CONTENT);
    deleteEntry("acme/torn");
    maintain();
    clock.advance(BlobSweep.EVERY);
    blobs.put("acme", "torn later", CONTENT);
    deleteEntry("acme/torn later");
    assertThat(parts()).isEqualTo(9);

    maintain();

    assertThat(parts()).isEqualTo(6);
    assertThat(blobs.get("acme", "whole")).contains(CONTENT);
    clock.advance(BlobSweep.EVERY);
    maintain();
    assertThat(parts()).isEqualTo(3);
    assertThat(blobs.strayParts()).isEmpty();
  }

  @Test
  void a_writer_that_fails_leaves_no_parts() throws Exception {
    InputStream lost =
        new InputStream() {
          @Override
          public int read() {
            throw new IllegalStateException("as the test asked for");
          }

          @Override
          public int read(byte[] into, int from, int length) {
            return read();
          }
        };
    InputStream content = new SequenceInputStream(new ByteArrayInputStream(CONTENT), lost);

    assertThatThrownBy(() -> blobs.put("acme", "torn", content))
        .isInstanceOf(IllegalStateException.class);

    assertThat(parts()).isZero();
  }

  @Test
  void a_broker_without_a_stream_of_blobs_has_nothing_to_sweep() throws Exception {
    link.management().deleteStream(STREAM);
    assertThat(blobs.strayParts()).isEmpty();
  }

  @Test
  void sweeps_run_at_most_once_an_hour() throws Exception {
    blobs.put("acme", "torn", CONTENT);
    deleteEntry("acme/torn");
    maintain();
    clock.advance(BlobSweep.EVERY.minus(Duration.ofSeconds(1)));

    maintain();

    assertThat(parts()).isEqualTo(3);
  }

  @Test
  @Promise("E1")
  void a_blob_that_lost_a_part_is_damaged_and_its_other_parts_can_be_read() throws Exception {
    byte[] content = new byte[3 * BlobParts.BYTES];
    blobs.put("acme", "damaged", content);
    assertThat(link.management().deleteMessage(STREAM, 2)).isTrue();

    Blob blob = blobs.find("acme", "damaged").orElseThrow();
    assertThatThrownBy(blob::bytes)
        .isInstanceOfSatisfying(
            WaybillException.class, damaged -> assertThat(damaged.code()).isEqualTo(Code.CORRUPT));
    try (InputStream first = blob.open(5, 100)) {
      assertThat(first.readAllBytes()).hasSize(100);
    }
  }

  private void maintain() {
    store.prune(Retention.DEFAULT, 100);
  }

  /// As if the writer had died before it stored the entry.
  private void deleteEntry(String object) throws Exception {
    link.management()
        .purgeStream(
            STREAM, PurgeOptions.builder().subject(NatsBlobStore.entrySubject(object)).build());
  }

  private long parts() throws Exception {
    long entries = blobs.get("acme", "whole").isPresent() ? 1 : 0;
    return link.management().getStreamInfo(STREAM).getStreamState().getMsgCount() - entries;
  }
}
