package dev.waybill.events.pattern;

import dev.waybill.events.pattern.Expression.At;
import dev.waybill.events.pattern.Expression.Choice;
import dev.waybill.events.pattern.Expression.Edge;
import dev.waybill.events.pattern.Expression.One;
import dev.waybill.events.pattern.Expression.Repeat;
import dev.waybill.events.pattern.Expression.Sequence;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Parses the syntax of ECMA-262 with Unicode semantics: a character is a code point. Accepts
/// lenient forms of Annex B that are unambiguous: `\-`, `\@` and lone `]` and `}`.
final class Parser {

  static final int MAX_LENGTH = 2_000;
  static final int MAX_DEPTH = 50;
  static final int MAX_COUNT = 1_000;

  private final Source source;
  private final Set<String> names = new HashSet<>();
  private int depth;

  private Parser(Source source) {
    this.source = source;
  }

  static Expression parse(String text) throws PatternRefused {
    if (text.length() > MAX_LENGTH) {
      throw new PatternRefused("the pattern has more than " + MAX_LENGTH + " characters");
    }
    Parser parser = new Parser(new Source(text));
    Expression whole = parser.choice();
    if (parser.source.hasMore()) {
      throw parser.source.refused("')' without '('");
    }
    return whole;
  }

  private Expression choice() throws PatternRefused {
    List<Expression> options = new ArrayList<>();
    do {
      options.add(sequence());
    } while (source.take('|'));
    return options.size() == 1 ? options.getFirst() : new Choice(options);
  }

  private Expression sequence() throws PatternRefused {
    List<Expression> parts = new ArrayList<>();
    while (source.hasMore() && !source.isAt('|') && !source.isAt(')')) {
      Expression part = part();
      parts.add(part instanceof At ? unrepeated(part) : repeated(part));
    }
    return parts.size() == 1 ? parts.getFirst() : new Sequence(parts);
  }

  private Expression part() throws PatternRefused {
    if (source.take('(')) {
      return group();
    }
    if (source.take('[')) {
      return new One(new ClassParser(source).afterBracket());
    }
    if (source.isAt('*') || source.isAt('+') || source.isAt('?')) {
      throw source.refused("nothing to repeat");
    }
    if (source.take('\\')) {
      return escape();
    }
    int literal = source.next();
    return switch (literal) {
      case '^' -> new At(Edge.START);
      case '$' -> new At(Edge.END);
      case '.' -> new One(CharacterSet.of(Classes.DOT));
      default -> literal(literal);
    };
  }

  private Expression escape() throws PatternRefused {
    if (source.take('b')) {
      return new At(Edge.WORD_BOUNDARY);
    }
    if (source.take('B')) {
      return new At(Edge.NO_WORD_BOUNDARY);
    }
    if (source.isAt('k') || (source.isDigit() && !source.isAt('0'))) {
      throw source.refused("back references are not supported");
    }
    return new One(new Escapes(source).set());
  }

  private static One literal(int codePoint) {
    return new One(CharacterSet.of(c -> c == codePoint));
  }

  private Expression group() throws PatternRefused {
    if (++depth > MAX_DEPTH) {
      throw source.refused("groups are nested more than " + MAX_DEPTH + " deep");
    }
    if (source.take('?')) {
      groupKind();
    }
    Expression inner = choice();
    if (!source.take(')')) {
      throw source.refused("a group is not closed; add ')'");
    }
    depth--;
    return inner instanceof At ? new Sequence(List.of(inner)) : inner;
  }

  private void groupKind() throws PatternRefused {
    if (source.take(':')) {
      return;
    }
    if (source.isAt('=') || source.isAt('!')) {
      throw source.refused("lookahead is not supported");
    }
    if (!source.take('<')) {
      throw source.refused("only (?: and (?<name> are supported after '('");
    }
    if (source.isAt('=') || source.isAt('!')) {
      throw source.refused("lookbehind is not supported");
    }
    String name = source.until('>');
    if (!isName(name) || !names.add(name)) {
      throw source.refused("group names must be unique and not empty");
    }
  }

  private static boolean isName(String name) {
    return !name.isEmpty()
        && !Character.isDigit(name.codePointAt(0))
        && name.codePoints().allMatch(c -> c == '$' || Character.isUnicodeIdentifierPart(c));
  }

  private Expression unrepeated(Expression edge) throws PatternRefused {
    if (source.isAt('*') || source.isAt('+') || source.isAt('?') || source.isAtCount()) {
      throw source.refused("an assertion cannot be repeated");
    }
    return edge;
  }

  private Expression repeated(Expression part) throws PatternRefused {
    Expression result = part;
    if (source.take('*')) {
      result = new Repeat(part, 0, Expression.UNBOUNDED);
    } else if (source.take('+')) {
      result = new Repeat(part, 1, Expression.UNBOUNDED);
    } else if (source.take('?')) {
      result = new Repeat(part, 0, 1);
    } else if (source.isAtCount()) {
      result = counted(part);
    }
    if (!result.equals(part)) {
      source.take('?');
    }
    return result;
  }

  private Expression counted(Expression part) throws PatternRefused {
    source.take('{');
    int least = source.number();
    int most = least;
    if (source.take(',')) {
      most = source.isAt('}') ? Expression.UNBOUNDED : source.number();
    }
    source.take('}');
    if (least > MAX_COUNT || most > MAX_COUNT) {
      throw source.refused("a repeat count is more than " + MAX_COUNT);
    }
    if (most != Expression.UNBOUNDED && most < least) {
      throw source.refused("the numbers of a repeat are out of order");
    }
    return new Repeat(part, least, most);
  }
}
