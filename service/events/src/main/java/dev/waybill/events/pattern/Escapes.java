package dev.waybill.events.pattern;

import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// Parses escapes, inside and outside of character classes.
record Escapes(Source source) {

  CharacterSet set() throws PatternRefused {
    IntPredicate many = many();
    if (many != null) {
      return CharacterSet.of(many);
    }
    int one = one();
    return CharacterSet.of(c -> c == one);
  }

  /// A character class, or null if the escape is one character.
  @Nullable IntPredicate many() throws PatternRefused {
    int position = source.position();
    int letter = source.next();
    return switch (letter) {
      case 'd' -> Classes.DIGIT;
      case 'D' -> Classes.DIGIT.negate();
      case 'w' -> Classes.WORD;
      case 'W' -> Classes.WORD.negate();
      case 's' -> Classes.SPACE;
      case 'S' -> Classes.SPACE.negate();
      case 'p' -> property();
      case 'P' -> property().negate();
      default -> {
        source.back(position);
        yield null;
      }
    };
  }

  private IntPredicate property() throws PatternRefused {
    if (!source.take('{')) {
      throw source.refused("write a property as \\p{Letter}");
    }
    IntPredicate property = Classes.property(source.until('}'));
    if (property == null) {
      throw source.refused("unknown Unicode property");
    }
    return property;
  }

  /// One character.
  int one() throws PatternRefused {
    int escaped = source.next();
    return switch (escaped) {
      case 't' -> '\t';
      case 'n' -> '\n';
      case 'v' -> 0x0B;
      case 'f' -> '\f';
      case 'r' -> '\r';
      case '0' -> nul();
      case 'c' -> control();
      case 'x' -> source.hex(2);
      case 'u' -> unicode();
      default -> itself(escaped);
    };
  }

  private int nul() throws PatternRefused {
    if (source.isDigit()) {
      throw source.refused("octal escapes are not supported");
    }
    return 0;
  }

  private int control() throws PatternRefused {
    int letter = source.next();
    if (!Classes.isAsciiLetter(letter)) {
      throw source.refused("\\c needs a letter");
    }
    return letter & 31;
  }

  private int unicode() throws PatternRefused {
    if (source.take('{')) {
      String digits = source.until('}');
      boolean good =
          !digits.isEmpty() && digits.chars().allMatch(c -> Source.hexDigit((char) c) >= 0);
      int codePoint = good && digits.length() <= 8 ? Integer.parseUnsignedInt(digits, 16) : -1;
      if (!Character.isValidCodePoint(codePoint)) {
        throw source.refused("no such Unicode character");
      }
      return codePoint;
    }
    int first = source.hex(4);
    int position = source.position();
    if (Character.isHighSurrogate((char) first) && source.take('\\') && source.take('u')) {
      int second = source.isAt('{') ? 0 : source.hex(4);
      if (Character.isLowSurrogate((char) second)) {
        return Character.toCodePoint((char) first, (char) second);
      }
    }
    source.back(position);
    return first;
  }

  /// Punctuation can be escaped; letters and digits only if the escape has a meaning.
  private int itself(int escaped) throws PatternRefused {
    if (Character.isLetterOrDigit(escaped)) {
      throw source.refused("unknown escape \\" + Character.toString(escaped));
    }
    return escaped;
  }
}
