package dev.waybill.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.spi.BackendProvider;
import dev.waybill.spi.StoreAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class TidinessTest {

  private static final int LONGEST_FILE = 500;

  /// Written so that this file does not match itself.
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
  void no_file_contains_a_path_of_a_developers_machine() throws Exception {
    for (Path file : Repository.files(file -> true)) {
      String content = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
      assertThat(MACHINE_PATH.matcher(content).results().map(found -> found.group()))
          .as(file.toString())
          .isEmpty();
    }
  }

  /// The default of `store.type` is the only name of a backend outside of it.
  @Test
  void no_code_outside_of_a_backend_names_it() throws Exception {
    Pattern named =
        Pattern.compile(
            "\"(?:%s)\"|\\b(?:%s)://"
                .formatted(
                    anyOf(provider -> Stream.of(provider.name())),
                    anyOf(provider -> provider.schemes().stream())));
    List<String> found = new ArrayList<>();
    for (Path file : Repository.files(TidinessTest::isOutsideBackends)) {
      named
          .matcher(Repository.read(file))
          .results()
          .forEach(match -> found.add(file.getFileName() + ": " + match.group()));
    }
    assertThat(found).containsExactly("Keys.java: \"embedded\"");
  }

  private static String anyOf(Function<BackendProvider, Stream<String>> words) {
    return BackendProvider.all().stream()
        .flatMap(words)
        .filter(word -> !word.equals(StoreAddress.DIRECTORY))
        .collect(Collectors.joining("|"));
  }

  /// The index of documents in PostgreSQL has a database of its own, and the bus binds topics to
  /// streams of Redis on every store: neither is a store.
  private static boolean isOutsideBackends(Path file) {
    return isProductSource(file)
        && !Repository.nameOf(file).contains("/dev/waybill/documents/index/")
        && Stream.of(
                "backend/", "service/bus/", "conformance/", "bench/", "rig/", "fuzz/", "examples/")
            .noneMatch(Repository.nameOf(file)::startsWith);
  }

  @Test
  void the_sizes_of_files_and_methods_are_reported() throws Exception {
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
