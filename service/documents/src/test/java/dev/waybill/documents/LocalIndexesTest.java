package dev.waybill.documents;

import static dev.waybill.conformance.Eventually.eventually;
import static dev.waybill.documents.DocumentFixture.TENANT;
import static dev.waybill.documents.DocumentFixture.file;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.document.AcceptedUpload;
import dev.waybill.document.DocumentQuery;
import dev.waybill.document.FoundPassage;
import dev.waybill.documents.index.LuceneChunkIndex;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two servers on one store, each with an index of its own.
final class LocalIndexesTest {

  private static final DocumentQuery GULL = DocumentQuery.of("gull").withLimit(1);

  private @TempDir Path folder;

  @Test
  void a_document_that_one_server_deleted_is_not_found_on_another_one() {
    try (DocumentFixture fixture = new DocumentFixture(folder).started();
        LuceneChunkIndex index = LuceneChunkIndex.open(folder.resolve("other"))) {
      AcceptedUpload upload =
          fixture.upload(file("a.txt", "gull gull gull"), file("b.txt", "a gull sings"));
      fixture.ended(upload);
      DocumentService other = fixture.server(index);
      other.start();
      eventually(() -> assertThat(other.documents(TENANT).search(GULL).incomplete()).isFalse());
      FoundPassage best = other.documents(TENANT).search(GULL).items().getFirst();
      String deleted = best.source().documentId();
      assertThat(fixture.documents.delete(deleted)).isTrue();

      assertThat(other.documents(TENANT).search(GULL).items())
          .as("the next best one takes its place")
          .singleElement()
          .satisfies(found -> assertThat(found.source().documentId()).isNotEqualTo(deleted));
      assertThat(index.remove(TENANT, deleted)).as("it is gone from the index").isFalse();
      other.close();
    }
  }
}
