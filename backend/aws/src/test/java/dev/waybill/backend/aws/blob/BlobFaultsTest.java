package dev.waybill.backend.aws.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.backend.aws.Emulators;
import dev.waybill.backend.aws.FaultyService;
import dev.waybill.backend.aws.FaultyService.Fault;
import dev.waybill.backend.aws.link.AwsConfig;
import dev.waybill.backend.aws.link.AwsLink;
import dev.waybill.backend.aws.link.Buckets;
import dev.waybill.spi.BlobStore;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Blobs on an S3 that cuts connections, loses answers and throttles.
class BlobFaultsTest {

  private final FaultyService s3 = new FaultyService(Emulators.s3().url());
  private final AwsConfig config = Emulators.config();
  private final AwsLink link =
      AwsLink.open(
          config.withEndpoints(
              new AwsConfig.Endpoints(
                  config.endpoints().dynamodb(), config.endpoints().sqs(), s3.url())));
  private final BlobStore blobs = AwsBlobStore.open(link);

  @BeforeEach
  void open() {
    new Buckets(link).create(link.layout().bucket());
  }

  @AfterEach
  void close() {
    link.close();
    s3.close();
  }

  @Test
  void a_blob_whose_answer_was_lost_belongs_to_its_writer() {
    byte[] content = random(100_000);
    s3.next("PUT", Fault.LOST, Fault.ERROR);

    assertThat(blobs.put("t", "a", content)).isTrue();

    assertThat(blobs.get("t", "a")).hasValue(content);
    assertThat(blobs.put("t", "a", random(10))).isFalse();
  }

  @Test
  void a_blob_in_parts_survives_lost_answers() {
    byte[] content = random(20_000_000);
    s3.next("POST", Fault.CUT, Fault.NONE, Fault.LOST);

    assertThat(blobs.put("t", "large", content)).isTrue();

    assertThat(blobs.get("t", "large")).hasValue(content);
  }

  @Test
  void reading_continues_after_the_connection_broke() {
    byte[] content = random(3_000_000);
    blobs.put("t", "a", content);
    s3.next("GET", Fault.HALVED, Fault.CUT, Fault.HALVED);

    assertThat(blobs.get("t", "a")).hasValue(content);
  }

  @Test
  void a_service_that_stays_throttled_is_named() {
    s3.all(() -> Fault.THROTTLED);

    WaybillException refused =
        catchThrowableOfType(WaybillException.class, () -> blobs.put("t", "a", random(10)));

    assertThat(refused.code()).isEqualTo(Code.THROTTLED);
    assertThat(refused).hasMessageStartingWith("S3");
  }

  private static byte[] random(int size) {
    byte[] content = new byte[size];
    new Random(size).nextBytes(content);
    return content;
  }
}
