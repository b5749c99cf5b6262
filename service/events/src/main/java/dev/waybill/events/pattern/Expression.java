package dev.waybill.events.pattern;

import java.util.List;

/// A regular expression, taken apart.
sealed interface Expression {

  /// What must hold between two characters.
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

  /// @param most [#UNBOUNDED] where there is no limit
  record Repeat(Expression part, int least, int most) implements Expression {}

  int UNBOUNDED = -1;
}
