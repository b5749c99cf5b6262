package dev.waybill.events.pattern;

import java.util.List;

/// A parsed regular expression.
sealed interface Expression {

  /// A condition between two characters.
  enum Edge {
    START,
    END,
    WORD_BOUNDARY,
    NO_WORD_BOUNDARY
  }

  record One(CharacterSet set) implements Expression {}

  record At(Edge edge) implements Expression {}

  record Sequence(List<Expression> parts) implements Expression {}

  record Choice(List<Expression> options) implements Expression {}

  /// @param most [#UNBOUNDED] if there is no limit
  record Repeat(Expression part, int least, int most) implements Expression {}

  int UNBOUNDED = -1;
}
