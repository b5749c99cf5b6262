package dev.waybill.events.pattern;

import java.util.function.IntPredicate;

/// Parses a character class such as `[^a-z\d]`.
final class ClassParser {

  private static final int A_CLASS = -1;

  private final Source source;
  private final Escapes escapes;
  private final CharacterSet.Builder set = new CharacterSet.Builder();

  ClassParser(Source source) {
    this.source = source;
    this.escapes = new Escapes(source);
  }

  CharacterSet afterBracket() throws PatternRefused {
    boolean negated = source.take('^');
    while (!source.take(']')) {
      if (!source.hasMore()) {
        throw source.refused("a character class is not closed; add ']'");
      }
      member();
    }
    return set.build(negated);
  }

  private void member() throws PatternRefused {
    int first = atom();
    int position = source.position();
    if (first == A_CLASS || !source.take('-') || source.isAt(']') || !source.hasMore()) {
      source.back(position);
      add(first);
      return;
    }
    int last = atom();
    if (last == A_CLASS) {
      add(first);
      add('-');
    } else if (last < first) {
      throw source.refused("a range of characters is out of order");
    } else {
      set.add(first, last);
    }
  }

  private void add(int codePoint) {
    if (codePoint != A_CLASS) {
      set.add(codePoint, codePoint);
    }
  }

  /// One character, or [#A_CLASS] for a class escape, which is added directly.
  private int atom() throws PatternRefused {
    if (!source.take('\\')) {
      return source.next();
    }
    if (source.take('b')) {
      return '\b';
    }
    IntPredicate many = escapes.many();
    if (many == null) {
      return escapes.one();
    }
    set.add(many);
    return A_CLASS;
  }
}
