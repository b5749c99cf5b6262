package dev.waybill.events.pattern;

import dev.waybill.events.pattern.Expression.At;
import dev.waybill.events.pattern.Expression.Choice;
import dev.waybill.events.pattern.Expression.Edge;
import dev.waybill.events.pattern.Expression.One;
import dev.waybill.events.pattern.Expression.Repeat;
import dev.waybill.events.pattern.Expression.Sequence;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A nondeterministic automaton (Thompson): one instruction per character set, edge or fork.
/// Counted repeats are expanded, so the number of instructions is limited.
final class Program {

  static final int MAX_SIZE = 5_000;

  /// The kind of an instruction.
  enum Kind {
    TAKE,
    AT,
    FORK,
    MATCH
  }

  /// @param next the next instruction
  /// @param other the other branch of a fork
  record Instruction(
      Kind kind, @Nullable CharacterSet set, @Nullable Edge edge, int next, int other) {}

  private Instruction[] code = new Instruction[16];
  private int size;
  private int work;

  private Program() {}

  /// The instructions; execution starts at the last one.
  static Instruction[] of(Expression expression) throws PatternRefused {
    Program program = new Program();
    int match = program.add(new Instruction(Kind.MATCH, null, null, 0, 0));
    int start = program.write(expression, match);
    program.add(new Instruction(Kind.FORK, null, null, start, start));
    return Arrays.copyOf(program.code, program.size);
  }

  /// Writes the instructions of an expression that continues at `next`; returns their start.
  private int write(Expression expression, int next) throws PatternRefused {
    if (++work > 4 * MAX_SIZE) {
      throw tooLarge();
    }
    return switch (expression) {
      case One(CharacterSet set) -> add(new Instruction(Kind.TAKE, set, null, next, 0));
      case At(Edge edge) -> add(new Instruction(Kind.AT, null, edge, next, 0));
      case Sequence(List<Expression> parts) -> sequence(parts, next);
      case Choice(List<Expression> options) -> choice(options, next);
      case Repeat repeat -> repeat(repeat, next);
    };
  }

  private int sequence(List<Expression> parts, int next) throws PatternRefused {
    int start = next;
    for (Expression part : parts.reversed()) {
      start = write(part, start);
    }
    return start;
  }

  private int choice(List<Expression> options, int next) throws PatternRefused {
    int start = write(options.getLast(), next);
    for (Expression option : options.reversed().subList(1, options.size())) {
      start = add(new Instruction(Kind.FORK, null, null, write(option, next), start));
    }
    return start;
  }

  private int repeat(Repeat repeat, int next) throws PatternRefused {
    int start = next;
    if (repeat.most() == Expression.UNBOUNDED) {
      int loop = add(new Instruction(Kind.FORK, null, null, next, next));
      int body = write(repeat.part(), loop);
      code[loop] = new Instruction(Kind.FORK, null, null, body, next);
      start = loop;
    } else {
      for (int i = repeat.least(); i < repeat.most(); i++) {
        start = add(new Instruction(Kind.FORK, null, null, write(repeat.part(), start), next));
      }
    }
    for (int i = 0; i < repeat.least(); i++) {
      start = write(repeat.part(), start);
    }
    return start;
  }

  private int add(Instruction instruction) throws PatternRefused {
    if (size == MAX_SIZE) {
      throw tooLarge();
    }
    if (size == code.length) {
      code = Arrays.copyOf(code, 2 * size);
    }
    code[size] = instruction;
    return size++;
  }

  private static PatternRefused tooLarge() {
    return new PatternRefused("the expanded repeats are too long; use smaller counts");
  }
}
