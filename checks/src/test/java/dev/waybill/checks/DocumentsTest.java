package dev.waybill.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Links, paths and snippets in the documents are valid.
final class DocumentsTest {

  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern PATH = Pattern.compile("`([\\w.-]+(?:/[\\w.-]+)*/?)`");
  private static final Pattern SNIPPET = Pattern.compile("(?s)```java\\n(.*?)```");

  @Test
  void relative_links_resolve() {
    List<String> broken =
        Repository.filesNamed(".md").stream().flatMap(DocumentsTest::brokenLinks).toList();
    assertThat(broken).isEmpty();
  }

  @Test
  void paths_named_on_the_first_pages_exist() {
    List<String> missing =
        Stream.of("README.md", "ARCHITECTURE.md")
            .flatMap(page -> found(PATH, Repository.read(page)))
            .filter(DocumentsTest::looksLikeAPath)
            .filter(path -> !Files.exists(Repository.ROOT.resolve(path)))
            .toList();
    assertThat(missing).isEmpty();
  }

  @Test
  void java_in_the_readme_is_run_by_the_examples() {
    String examples = String.join("\n", snippetsOfExamples());
    List<String> snippets = found(SNIPPET, Repository.read("README.md")).toList();
    assertThat(snippets).isNotEmpty();
    assertThat(snippets).allSatisfy(snippet -> assertThat(examples).contains(snippet));
  }

  @Test
  void every_decision_has_the_next_number() {
    List<String> names =
        Repository.files(file -> Repository.nameOf(file).startsWith("docs/decisions/")).stream()
            .map(file -> file.getFileName().toString().substring(0, 4))
            .sorted()
            .toList();
    assertThat(names).isNotEmpty();
    for (int i = 0; i < names.size(); i++) {
      assertThat(names.get(i)).isEqualTo("%04d".formatted(i + 1));
    }
  }

  private static Stream<String> brokenLinks(Path page) {
    return found(LINK, Repository.read(page))
        .filter(link -> !link.startsWith("#") && URI.create(link).getScheme() == null)
        .map(link -> link.replaceFirst("#.*", ""))
        .filter(link -> !Files.exists(page.resolveSibling(link)))
        .map(link -> Repository.nameOf(page) + ": " + link);
  }

  /// Back quotes also contain code; a path has a directory or a known file extension.
  private static boolean looksLikeAPath(String text) {
    return text.contains("/") || text.matches(".*\\.(md|java|sh|xml|svg)");
  }

  /// The text between `// snippet` and `// end of snippet`, without indentation.
  private static List<String> snippetsOfExamples() {
    Pattern marked = Pattern.compile("(?s)// snippet\\n(.*?)[ ]*// end of snippet");
    return Repository.files(file -> Repository.nameOf(file).startsWith("examples/src/main/"))
        .stream()
        .flatMap(file -> found(marked, Repository.read(file)))
        .map(text -> text.stripTrailing().stripIndent() + "\n")
        .toList();
  }

  private static Stream<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map((MatchResult match) -> match.group(1));
  }
}
