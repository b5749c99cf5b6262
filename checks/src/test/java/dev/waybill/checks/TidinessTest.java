package dev.waybill.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class TidinessTest {

  private static final int LONGEST_FILE = 500;

  /// Spelt so that this file does not match itself.
  private static final Pattern MACHINE_PATH =
      Pattern.compile("(?<![\\w.$}])/(?:wor[k]|roo[t])/|(?<![\\w.$}])/hom[e]/\\w+|/tm[p]/w[t]\\b");

  @Test
  void no_java_file_is_longer_than_500_lines() throws Exception {
    for (Path file : Repository.filesNamed(".java")) {
      long lines = Repository.read(file).lines().count();
      assertThat(lines).as(file.toString()).isLessThanOrEqualTo(LONGEST_FILE);
    }
  }

  @Test
  void no_file_names_a_folder_of_somebodys_machine() throws Exception {
    for (Path file : Repository.files(file -> true)) {
      String content = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
      assertThat(MACHINE_PATH.matcher(content).results().map(found -> found.group()))
          .as(file.toString())
          .isEmpty();
    }
  }

  @Test
  void how_long_files_and_methods_are_is_written_down() throws Exception {
    Sizes sizes = Sizes.of(Repository.files(TidinessTest::isProductSource));
    Repository.report(
        "sizes.txt",
        List.of(
            "lines of product files: " + sizes.files(), "lines of methods: " + sizes.methods()));
    assertThat(sizes.methods().count()).isPositive();
  }

  private static boolean isProductSource(Path file) {
    return Repository.nameOf(file).contains("src/main/java") && file.toString().endsWith(".java");
  }
}
