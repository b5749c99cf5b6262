package dev.waybill.events.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class EcmaPatternTest {

  private static final int PATTERNS = 3_000;
  private static final int TEXTS = 20;

  /// Compares with the JDK's engine, for patterns on which the two agree.
  @Test
  void random_patterns_match_what_another_engine_matches() throws PatternRefused {
    Random random = new Random(15);
    int matched = 0;
    for (int i = 0; i < PATTERNS; i++) {
      String text = expression(random, 3);
      EcmaPattern ours = EcmaPattern.of(text);
      Pattern theirs = Pattern.compile(text.replace("$", "\\z"));
      for (int j = 0; j < TEXTS; j++) {
        String value = value(random);
        boolean expected = theirs.matcher(value).find();
        assertThat(ours.find(value, StepBudget.forRequest()))
            .as("%s in %s", text, value)
            .isEqualTo(expected);
        matched += expected ? 1 : 0;
      }
    }
    assertThat(matched).isBetween(PATTERNS * TEXTS / 10, PATTERNS * TEXTS * 9 / 10);
  }

  @ParameterizedTest
  @CsvSource({
    "(a*)*b, 1000",
    "(a|a)*b, 1000",
    "(a?){500}b, 1000",
    "^(([a-z])+.)+X$, 1000",
    "(.*)(.*)(.*)x, 1000"
  })
  void a_character_costs_at_most_two_steps_for_each_instruction(String text, int length)
      throws PatternRefused {
    EcmaPattern pattern = EcmaPattern.of(text);
    StepBudget steps = StepBudget.forRequest();
    pattern.find("a".repeat(length), steps);
    assertThat(steps.taken()).isLessThan((2L * pattern.size() + 2) * (length + 1));
  }

  @Test
  void a_search_ends_with_its_budget() throws PatternRefused {
    EcmaPattern pattern = EcmaPattern.of("(a|b)*c");
    assertThatThrownBy(() -> pattern.find("ab".repeat(1_000), StepBudget.of(500)))
        .isInstanceOf(StepBudget.Exhausted.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(",
        ")",
        "a)",
        "(?",
        "(?<",
        "(?<>a)",
        "(?<1>a)",
        "(?<a>x)(?<a>y)",
        "[",
        "[b-a]",
        "a{2,1}",
        "*",
        "a**",
        "^*",
        "\\",
        "\\1",
        "\\k<a>",
        "\\u{110000}",
        "\\u12",
        "\\x1",
        "\\c1",
        "\\p{Nothing}",
        "\\p",
        "\\q",
        "\\01",
        "(?i:a)",
        "(?#x)",
        "(?>a)",
        "a++",
        "\\A",
        "\\Z"
      })
  void syntax_outside_ecma_262_is_refused(String text) {
    assertThatThrownBy(() -> EcmaPattern.of(text)).isInstanceOf(PatternRefused.class);
  }

  @Test
  void length_depth_counts_and_size_are_limited() {
    assertThatThrownBy(() -> EcmaPattern.of("a".repeat(2_001))).isInstanceOf(PatternRefused.class);
    assertThatThrownBy(() -> EcmaPattern.of("(".repeat(51) + ")".repeat(51)))
        .isInstanceOf(PatternRefused.class);
    assertThatThrownBy(() -> EcmaPattern.of("a{1001}")).isInstanceOf(PatternRefused.class);
    assertThatThrownBy(() -> EcmaPattern.of("(a{100}){100}")).isInstanceOf(PatternRefused.class);
    assertThatThrownBy(() -> EcmaPattern.of("((){1000}){1000}")).isInstanceOf(PatternRefused.class);
  }

  @Test
  void the_deepest_pattern_fits_on_a_small_stack() throws InterruptedException {
    String deepest = "(a|".repeat(50) + "b" + ")*".repeat(50);
    boolean[] found = new boolean[1];
    Thread small =
        new Thread(
            null,
            () -> {
              try {
                found[0] =
                    EcmaPattern.of("^" + deepest + "$").find("abab", StepBudget.forRequest());
              } catch (PatternRefused refused) {
                throw new AssertionError(refused);
              }
            },
            "small",
            256 * 1024);
    small.start();
    small.join();
    assertThat(found[0]).isTrue();
  }

  private static String expression(Random random, int depth) {
    StringBuilder text = new StringBuilder();
    int parts = 1 + random.nextInt(3);
    for (int i = 0; i < parts; i++) {
      text.append(part(random, depth));
    }
    return text.toString();
  }

  private static String part(Random random, int depth) {
    return switch (random.nextInt(depth > 0 ? 10 : 5)) {
      case 0 -> "[ab]";
      case 1 -> "[^b-c]";
      case 2 -> "\\w";
      case 3, 4 -> String.valueOf("abc".charAt(random.nextInt(3)));
      case 5 -> "(" + expression(random, depth - 1) + "|" + expression(random, depth - 1) + ")";
      case 6 -> "(?:" + expression(random, depth - 1) + ")" + "*+?".charAt(random.nextInt(3));
      case 7 -> "(?:" + expression(random, depth - 1) + "){1,2}";
      case 8 -> random.nextBoolean() ? "\\b" : "\\B";
      default -> random.nextBoolean() ? "^" : "$";
    };
  }

  private static String value(Random random) {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(8);
    for (int i = 0; i < length; i++) {
      text.append("aabbc -".charAt(random.nextInt(7)));
    }
    return text.toString();
  }
}
