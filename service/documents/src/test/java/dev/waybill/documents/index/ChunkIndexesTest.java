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
import dev.waybill.conformance.PostgresServer;
import dev.waybill.messages.http.Network;
import dev.waybill.messages.http.TargetAddresses;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ChunkIndexesTest {

  private static final Map<String, String> S3 =
      Map.of(
          "documents.index", "s3vectors",
          "documents.index.bucket", S3VectorsServer.BUCKET,
          "documents.index.region", "eu-central-1",
          "documents.index.access_key", "AKIATEST",
          "documents.index.secret_key", "secret");

  private @TempDir Path folder;

  private ChunkIndexes indexes(Map<String, String> settings) {
    return ChunkIndexes.of(
        settings,
        new ChunkIndexes.Host(
            folder,
            Network.direct(TargetAddresses.trusted()),
            InstantSource.fixed(SampleChunks.MORNING)));
  }

  private static Map<String, String> s3(String name, String value) {
    Map<String, String> changed = new HashMap<>(S3);
    changed.put(name, value);
    return changed;
  }

  @Test
  void the_index_is_in_the_directory_by_default_and_belongs_to_one_server() {
    ChunkIndexes indexes = indexes(Map.of());
    assertThat(indexes.shared()).isFalse();
    try (ChunkIndex index = indexes.open()) {
      index.replace(document("acme", "d-1"), MODEL, chunks("a gull"));
    }
    assertThat(folder.resolve("chunks")).isDirectory();
  }

  @Test
  void an_index_on_s3_vectors_is_shared_by_those_with_the_same_settings() throws IOException {
    try (S3VectorsServer server = new S3VectorsServer()) {
      Map<String, String> settings = s3("documents.index.url", server.uri().toString());
      assertThat(indexes(settings).shared()).isTrue();
      try (ChunkIndex writer = indexes(settings).open();
          ChunkIndex reader = indexes(settings).open()) {
        writer.replace(document("acme", "d-1"), MODEL, chunks("a gull"));
        assertThat(texts(reader.search("acme", MODEL, query("gull")))).containsExactly("a gull");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "documents.index, elsewhere, documents.index must be local or s3vectors or postgres",
    "documents.index.bucket, '', documents.index.bucket is required for documents.index=s3vectors",
    "documents.index.region, '', documents.index.region is required for documents.index=s3vectors",
    "documents.index.region, a/b, documents.index.region must be such as eu-central-1",
    "documents.index.secret_key, '',"
        + " documents.index.secret_key is required for documents.index=s3vectors",
    "documents.index.url, ftp://x, documents.index.url must be an http or https address",
    "documents.index.url, 'http://a b', documents.index.url must be an http or https address",
    "documents.index.prefix, A_B, the prefix must have 1 to 16 lower-case letters and digits"
  })
  void an_invalid_setting_is_refused_when_settings_are_read(
      String name, String value, String message) {
    assertThatThrownBy(() -> indexes(s3(name, value)))
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused -> assertThat(refused.code()).isEqualTo(Code.INVALID_ARGUMENT))
        .hasMessage(message);
  }

  @Test
  void an_index_in_postgresql_is_shared_by_those_with_the_same_address() {
    try (PostgresServer server = new PostgresServer("fsync=off")) {
      Map<String, String> settings = postgres(server.url("postgres"));
      assertThat(indexes(settings).shared()).isTrue();
      try (ChunkIndex writer = indexes(settings).open();
          ChunkIndex reader = indexes(settings).open()) {
        writer.replace(document("acme", "d-1"), MODEL, chunks("a gull"));
        assertThat(texts(reader.search("acme", MODEL, query("gull")))).containsExactly("a gull");
      }
    }
  }

  private static Map<String, String> postgres(String url) {
    return Map.of("documents.index", "postgres", "documents.index.url", url);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "http://u:hidden@host/db", "postgres://u:hidden@host/db?x=hidden"})
  void an_invalid_address_of_postgresql_is_refused_and_not_repeated(String url) {
    assertThatThrownBy(() -> indexes(postgres(url)))
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused -> assertThat(refused.code()).isEqualTo(Code.INVALID_ARGUMENT))
        .hasMessageStartingWith("documents.index.url ")
        .hasMessageNotContaining("hidden");
  }
}
