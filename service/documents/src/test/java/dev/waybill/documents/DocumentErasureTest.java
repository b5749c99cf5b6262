package dev.waybill.documents;

import static dev.waybill.conformance.Eventually.eventually;
import static dev.waybill.documents.DocumentFixture.file;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.document.AcceptedUpload;
import dev.waybill.document.Document;
import dev.waybill.document.DocumentQuery;
import dev.waybill.document.FoundPassage;
import dev.waybill.document.NewFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DocumentErasureTest {

  private static final int FILES = 20;
  private static final int ERASED = 10;

  private @TempDir Path folder;

  private static String word(int number) {
    return "secretword" + (char) ('a' + number) + "end";
  }

  private AcceptedUpload uploadAll(DocumentFixture fixture) {
    return fixture.upload(
        IntStream.range(0, FILES)
            .mapToObj(number -> file(number + ".txt", "a " + word(number) + " is here"))
            .toArray(NewFile[]::new));
  }

  /// The words in the files of the index, which may be replaced while they are read.
  private List<Integer> wordsInIndex() {
    StringBuilder bytes = new StringBuilder();
    try (Stream<Path> paths = Files.walk(folder.resolve("chunks"))) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        bytes.append(new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1));
      }
    } catch (IOException | UncheckedIOException replaced) {
      throw new AssertionError(replaced);
    }
    return IntStream.range(0, FILES).filter(i -> bytes.indexOf(word(i)) >= 0).boxed().toList();
  }

  private static List<Integer> numbers(int from, int before) {
    return IntStream.range(from, before).boxed().toList();
  }

  @Test
  void the_files_of_the_index_lose_erased_documents() {
    try (DocumentFixture fixture = new DocumentFixture(folder).started()) {
      AcceptedUpload upload = uploadAll(fixture);
      fixture.ended(upload);
      assertThat(wordsInIndex()).isEqualTo(numbers(0, FILES));
      List<String> ids = upload.documents().stream().map(Document::id).toList();
      fixture.documents.erase(ids.subList(0, ERASED));

      eventually(() -> assertThat(wordsInIndex()).isEqualTo(numbers(ERASED, FILES)));
      for (int i = ERASED; i < FILES; i++) {
        assertThat(fixture.search(DocumentQuery.of(word(i))))
            .first()
            .extracting(FoundPassage::text)
            .isEqualTo("a " + word(i) + " is here");
      }
    }
  }
}
