package dev.waybill.events.filter;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The names of operators in an object within a list of values.
final class OperatorNames {

  static final String ANYTHING_BUT = "anything-but";
  static final String CIDR = "cidr";
  static final String EXISTS = "exists";
  static final String IGNORE_CASE = "equals-ignore-case";
  static final String NUMERIC = "numeric";
  static final String PREFIX = "prefix";
  static final String SUFFIX = "suffix";
  static final String WILDCARD = "wildcard";

  static final List<String> ALL =
      List.of(ANYTHING_BUT, CIDR, IGNORE_CASE, EXISTS, NUMERIC, PREFIX, SUFFIX, WILDCARD);

  /// The operators that `anything-but` can negate.
  static final List<String> ON_TEXT = List.of(PREFIX, SUFFIX, IGNORE_CASE, WILDCARD);

  private OperatorNames() {}

  /// A suggestion for an unknown operator.
  static String advice(String word, List<String> known) {
    return nearest(word, known)
        .map(name -> "did you mean \"" + name + "\"?")
        .orElse("use one of " + String.join(", ", known));
  }

  private static Optional<String> nearest(String word, List<String> known) {
    return known.stream()
        .filter(name -> likeness(word, name) >= 0.5)
        .max(Comparator.comparingDouble(name -> likeness(word, name)));
  }

  /// The share of pairs of adjacent letters that both words have, from 0 to 1.
  private static double likeness(String one, String other) {
    Set<String> pairs = pairs(one);
    Set<String> others = pairs(other);
    long common = pairs.stream().filter(others::contains).count();
    return 2.0 * common / Math.max(1, pairs.size() + others.size());
  }

  private static Set<String> pairs(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    return IntStream.range(1, Math.min(lower.length(), 64))
        .mapToObj(end -> lower.substring(end - 1, end + 1))
        .collect(Collectors.toSet());
  }
}
