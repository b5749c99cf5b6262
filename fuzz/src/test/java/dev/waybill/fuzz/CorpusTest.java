package dev.waybill.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Runs every input of the corpus through its target: examples of each kind of input, and earlier
/// findings. `scripts/fuzz.sh` runs a campaign.
final class CorpusTest {

  private static final Path CORPUS = Path.of("src/test/resources/corpus");

  @TestFactory
  Stream<DynamicTest> no_input_of_the_corpus_is_a_finding() {
    return Targets.names().stream().flatMap(CorpusTest::testsOf);
  }

  @Test
  void a_target_that_fails_is_a_finding() {
    FuzzTarget broken =
        _ -> {
          throw new IllegalStateException("broken");
        };
    assertThatThrownBy(() -> JazzerEntry.run(broken, new byte[0])).hasMessage("broken");
  }

  private static Stream<DynamicTest> testsOf(String name) {
    FuzzTarget target = Targets.named(name);
    List<Path> inputs = inputs(name);
    assertThat(inputs).as("inputs of " + name).isNotEmpty();
    return inputs.stream()
        .map(
            input ->
                DynamicTest.dynamicTest(
                    name + ": " + input.getFileName(),
                    () -> JazzerEntry.run(target, Files.readAllBytes(input))));
  }

  private static List<Path> inputs(String name) {
    try (Stream<Path> files = Files.list(CORPUS.resolve(name))) {
      return files.sorted().toList();
    } catch (IOException missing) {
      throw new java.io.UncheckedIOException(missing);
    }
  }
}
