package dev.waybill.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.http.pages.StaticFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class ConsoleFilesTest {

  private static final Pattern IMPORT = Pattern.compile("(?:from\\s*|import\\s*)\"(\\.[^\"]+)\"");
  private static final int MOST_LINES = 260;

  private final ConsoleFiles files = new ConsoleFiles();
  private final Map<String, byte[]> resources = ResourceFolder.console();

  @Test
  void every_address_of_a_page_answers_the_start_page() {
    for (String path : List.of("", "jobs", "jobs/7", "queues/msg.commands", "a/b/c")) {
      StaticFile page = files.find(path).orElseThrow();
      assertThat(page.mediaType()).isEqualTo("text/html; charset=utf-8");
      assertThat(page.isCacheable()).isFalse();
    }
  }

  @Test
  void the_start_page_names_files_that_exist_and_never_change() {
    List<String> named = named(text(files.find("").orElseThrow()), "/console/(assets/[^\"]+)");
    assertThat(named).hasSizeGreaterThan(5);
    assertThat(named)
        .allSatisfy(path -> assertThat(files.find(path).orElseThrow().isCacheable()).isTrue());
  }

  /// Without them a browser learns of a module only when it has read the one that imports it.
  @Test
  void the_start_page_loads_all_modules_of_the_overview_at_once() {
    String page = text(files.find("").orElseThrow());
    List<String> loaded =
        named(page, "rel=\"modulepreload\" href=\"/console/assets/\\w+/([^\"]+)\"");
    assertThat(loaded)
        .containsExactlyInAnyOrderElementsOf(
            reached("assets/app.js", "assets/pages/overview.js").stream()
                .map(name -> name.substring("assets/".length()))
                .toList());
  }

  private Set<String> reached(String... first) {
    Set<String> all = new TreeSet<>();
    Deque<String> open = new ArrayDeque<>(List.of(first));
    while (!open.isEmpty()) {
      String name = open.pop();
      if (all.add(name)) {
        open.addAll(imports(name, module(name)));
      }
    }
    return all;
  }

  @Test
  void an_unknown_file_is_missing() {
    assertThat(files.find("assets/0000/app.js")).isEmpty();
    assertThat(files.find("assets/")).isEmpty();
    assertThat(files.find("assets/../index.html")).isEmpty();
  }

  @Test
  void every_import_of_a_module_leads_to_a_file() {
    modules().forEach((name, text) -> assertThat(imports(name, text)).isSubsetOf(names()));
  }

  @Test
  void every_route_has_a_module() {
    List<String> routes = named(module("assets/core/router.js"), "\\[\"[^\"]*\", \"(\\w+)\"\\]");
    assertThat(routes).hasSizeGreaterThan(15);
    assertThat(routes)
        .allSatisfy(route -> assertThat(names()).contains("assets/pages/" + route + ".js"));
  }

  /// The policy forbids them, and a browser would only tell in its console.
  @Test
  void no_file_has_an_inline_style_or_script() {
    modules()
        .forEach(
            (name, text) ->
                assertThat(text)
                    .as(name)
                    .doesNotContainPattern("\\sstyle=")
                    .doesNotContainPattern("\\son[a-z]+=[\"$]")
                    .doesNotContain("innerHTML", "unsafeHTML", "insertAdjacentHTML", "eval("));
    assertThat(text(files.find("").orElseThrow()))
        .doesNotContain("<style")
        .doesNotContainPattern("<script(?![^>]*src)");
  }

  @Test
  void modules_stay_small() {
    modules()
        .forEach((name, text) -> assertThat(text.lines().count()).as(name).isLessThan(MOST_LINES));
  }

  @Test
  void all_files_together_are_small() {
    assertThat(resources.values().stream().mapToInt(bytes -> bytes.length).sum())
        .isLessThan(250 * 1024);
  }

  /// The modules of the console itself.
  private Map<String, String> modules() {
    return names().stream()
        .filter(name -> name.endsWith(".js") && !name.startsWith("assets/lit/"))
        .collect(Collectors.toMap(name -> name, this::module));
  }

  private List<String> names() {
    return List.copyOf(resources.keySet());
  }

  private String module(String name) {
    return new String(resources.get(name), StandardCharsets.UTF_8);
  }

  private static List<String> imports(String module, String text) {
    List<String> found = new ArrayList<>();
    IMPORT
        .matcher(text)
        .results()
        .forEach(
            one -> found.add(Path.of(module).resolveSibling(one.group(1)).normalize().toString()));
    return found;
  }

  private static List<String> named(String text, String pattern) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map((MatchResult one) -> one.group(1))
        .toList();
  }

  private static String text(StaticFile file) {
    return file.content().text();
  }
}
