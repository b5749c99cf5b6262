package dev.waybill.documents.index;

import static dev.waybill.documents.index.SampleChunks.MODEL;
import static dev.waybill.documents.index.SampleChunks.chunks;
import static dev.waybill.documents.index.SampleChunks.document;
import static dev.waybill.documents.index.SampleChunks.query;
import static dev.waybill.documents.index.SampleChunks.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.messages.http.HttpSender;
import dev.waybill.messages.http.Network;
import dev.waybill.messages.http.TargetAddresses;
import dev.waybill.messages.provider.aws.SignatureV4;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class S3ChunkIndexTest extends ChunkIndexConformance {

  private final S3VectorsServer server = server();

  private static S3VectorsServer server() {
    try {
      return new S3VectorsServer();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @AfterEach
  void stopServer() {
    server.close();
  }

  @Override
  protected ChunkIndex open() {
    return index("AKIATEST", S3VectorsServer.BUCKET);
  }

  private ChunkIndex index(String accessKey, String bucket) {
    InstantSource clock = InstantSource.fixed(SampleChunks.MORNING);
    SignatureV4 signature =
        new SignatureV4(
            accessKey, "secret", null, new SignatureV4.Scope("eu-central-1", "s3vectors"));
    HttpSender http =
        new HttpSender(
            Network.direct(TargetAddresses.trusted()), HttpSender.Timeouts.DEFAULT, clock);
    return new S3ChunkIndex(new S3Vectors(server.uri(), bucket, signature, http, clock), "waybill");
  }

  private void put(String document, String... texts) {
    index().replace(document("acme", document), MODEL, chunks(texts));
  }

  private List<String> search(String text) {
    return texts(index().search("acme", MODEL, query(text)));
  }

  @Test
  void a_failure_at_any_call_leaves_the_old_or_the_new_chunks_and_the_next_try_cleans_up() {
    for (int calls = 0; calls < 8; calls++) {
      put("d-1", "old 1", "old 2", "old 3");
      AtomicInteger left = new AtomicInteger(calls);
      server.failOn(operation -> left.getAndDecrement() == 0);
      boolean failed = fails(() -> put("d-1", "new 1", "new 2"));
      server.failOn(operation -> false);

      assertThat(search("text")).hasSize(search("text").contains("old 1") ? 3 : 2);
      assertThat(failed || search("text").contains("new 1")).isTrue();
      put("d-1", "newest");
      assertThat(search("text")).containsExactly("newest");
      assertThat(server.vectors()).as("the head and one chunk").isEqualTo(2);
    }
    index().remove("acme", "d-1");
    assertThat(server.vectors()).isZero();
  }

  @Test
  void a_document_whose_removal_failed_is_not_found_and_can_be_removed_again() {
    put("d-1", "one", "two");
    server.failOn("DeleteVectors"::equals);
    assertThat(fails(() -> index().remove("acme", "d-1"))).isTrue();
    server.failOn(operation -> false);

    assertThat(search("one")).isEmpty();
    index().remove("acme", "d-1");
    assertThat(server.vectors()).isZero();
  }

  private static boolean fails(Runnable change) {
    try {
      change.run();
      return false;
    } catch (WaybillException failure) {
      assertThat(failure.code()).isEqualTo(Code.UNAVAILABLE);
      return true;
    }
  }

  @Test
  void refused_credentials_are_a_failure_of_the_store() {
    assertThatThrownBy(() -> index("WRONG", S3VectorsServer.BUCKET).isComplete())
        .isInstanceOfSatisfying(
            WaybillException.class,
            failure -> assertThat(failure.code()).isEqualTo(Code.STORE_FAILED));
  }

  @Test
  void a_missing_bucket_is_a_failure_of_the_store() {
    assertThatThrownBy(
            () ->
                index("AKIATEST", "other").replace(document("acme", "d-1"), MODEL, chunks("text")))
        .isInstanceOfSatisfying(
            WaybillException.class,
            failure -> assertThat(failure.code()).isEqualTo(Code.STORE_FAILED));
  }

  @Test
  void words_are_highlighted() {
    put("d-1", "The factories");

    assertThat(index().search("acme", MODEL, query("factory")).getFirst().highlights())
        .containsExactly(new ChunkHit.Range(4, 13));
  }
}
