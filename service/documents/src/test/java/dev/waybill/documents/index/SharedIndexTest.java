package dev.waybill.documents.index;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Payload;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.conformance.NatsProcess;
import dev.waybill.document.AcceptedUpload;
import dev.waybill.document.DocumentQuery;
import dev.waybill.document.DocumentState;
import dev.waybill.document.NewFile;
import dev.waybill.document.NewUpload;
import dev.waybill.documents.DocumentsProvider;
import dev.waybill.settings.Settings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Servers that share a store, each with an engine of its own.
final class SharedIndexTest {

  private @TempDir Path folder;

  private Settings settings(String server) {
    return Settings.DEFAULT
        .withMaintenanceEvery(Duration.ofMillis(100))
        .withServiceSetting(DocumentsProvider.PATH, folder.resolve(server).toString());
  }

  private Settings shared(String server, S3VectorsServer vectors) {
    return settings(server)
        .withServiceSetting("documents.index", "s3vectors")
        .withServiceSetting("documents.index.bucket", S3VectorsServer.BUCKET)
        .withServiceSetting("documents.index.region", "eu-central-1")
        .withServiceSetting("documents.index.access_key", "AKIATEST")
        .withServiceSetting("documents.index.secret_key", "secret")
        .withServiceSetting("documents.index.url", vectors.uri().toString());
  }

  private static Settings withoutProcessing(Settings settings) {
    return settings.withServiceSetting(DocumentsProvider.PROCESS, "false");
  }

  private static URI store(NatsProcess broker, String server) {
    return URI.create(broker.url() + "?path=" + broker.folder().resolve(server));
  }

  @Test
  void one_server_finds_what_another_one_has_processed() throws IOException {
    try (NatsProcess broker = new NatsProcess("-js");
        S3VectorsServer vectors = new S3VectorsServer();
        Waybill front =
            Waybill.open(store(broker, "front"), withoutProcessing(shared("front", vectors)))) {
      AcceptedUpload upload =
          front
              .documents()
              .upload(
                  NewUpload.to("s1"),
                  List.of(new NewFile("a.txt", Payload.of("A gull sings at the sea."))));
      String document = upload.documents().getFirst().id();
      try (Waybill _ = Waybill.open(store(broker, "processor"), shared("processor", vectors))) {
        eventually(
            () ->
                assertThat(front.documents().get(document).state()).isEqualTo(DocumentState.READY));
        eventually(
            () ->
                assertThat(front.documents().search(DocumentQuery.of("gull")).incomplete())
                    .isFalse());
      }
      assertThat(front.documents().search(DocumentQuery.of("which bird sings?")).items())
          .extracting(passage -> passage.source().documentId())
          .containsExactly(document);
    }
  }

  @Test
  void processing_cannot_be_left_to_others_if_there_can_be_none() {
    assertThatThrownBy(
            () ->
                Waybill.open(folder.resolve("data").toUri(), withoutProcessing(settings("alone")))
                    .close())
        .isInstanceOf(WaybillException.class)
        .hasMessageContaining("documents.process=false needs a store that servers share");
    try (NatsProcess broker = new NatsProcess("-js")) {
      assertThatThrownBy(
              () ->
                  Waybill.open(store(broker, "front"), withoutProcessing(settings("front")))
                      .close())
          .isInstanceOf(WaybillException.class)
          .hasMessage(
              "documents.process=false needs an index that servers share: set documents.index");
    }
  }
}
