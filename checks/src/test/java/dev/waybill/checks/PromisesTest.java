package dev.waybill.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Every promise has a test, and every point of the specification is listed.
final class PromisesTest {

  @Test
  void every_promise_has_a_test() {
    List<String> promised = Ids.definedIn("docs/promises.md");
    assertThat(promised).contains("E1", "X1").hasSizeGreaterThan(15).doesNotHaveDuplicates();
    assertThat(Ids.carriedBy("Promise").keySet()).containsAll(promised);
  }

  @Test
  void no_test_names_an_unknown_promise() {
    assertThat(Ids.definedIn("docs/promises.md")).containsAll(Ids.carriedBy("Promise").keySet());
  }

  @Test
  void no_test_names_an_unknown_point_of_the_specification() {
    assertThat(Ids.definedIn("docs/seeds.md")).containsAll(Ids.carriedBy("Seed").keySet());
  }

  @Test
  void the_specification_is_listed_without_gaps() {
    List<String> points = Ids.definedIn("docs/seeds.md");
    Map<Integer, Integer> parts = Map.of(1, 20, 2, 35, 3, 13, 4, 29, 5, 14);
    assertThat(points).hasSize(parts.values().stream().mapToInt(Integer::intValue).sum());
    parts.forEach(
        (part, size) -> assertThat(points).contains("S" + part + ".1", "S" + part + "." + size));
  }

  /// A report, not a rule.
  @Test
  void the_coverage_of_the_specification_is_reported() {
    Map<String, List<String>> shown = Ids.carriedBy("Seed");
    List<String> points = Ids.definedIn("docs/seeds.md");
    long covered = points.stream().filter(shown::containsKey).count();
    List<String> lines =
        points.stream().map(id -> id + "\t" + String.join(", ", of(shown, id))).toList();
    Repository.report("seed-coverage.txt", lines);
    assertThat(covered).isLessThanOrEqualTo(points.size());
  }

  private static Collection<String> of(Map<String, List<String>> shown, String id) {
    return shown.getOrDefault(id, List.of("none"));
  }
}
