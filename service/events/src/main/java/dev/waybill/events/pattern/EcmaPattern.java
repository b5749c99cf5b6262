package dev.waybill.events.pattern;

import dev.waybill.events.pattern.Program.Instruction;
import dev.waybill.events.pattern.Program.Kind;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A regular expression of ECMA-262 that is matched in linear time. Thread-safe.
///
/// All paths through the pattern are followed at once, so each character of the text costs at most
/// one step per instruction of the pattern. Features that do not allow this are refused: lookahead,
/// lookbehind and back references.
public final class EcmaPattern {

  private static final int SETUP_SHARE = 16;

  private final String text;
  private final Instruction[] code;
  private final AtomicReference<@Nullable Lists> spare = new AtomicReference<>();
  private final int start;
  private final boolean anchored;

  /// The characters that a match can start with, if they are one set.
  private final @Nullable CharacterSet first;

  private EcmaPattern(String text, Instruction[] code) {
    this.text = text;
    this.code = code;
    this.start = code[code.length - 1].next();
    this.anchored = code[start].kind() == Kind.AT && code[start].edge() == Expression.Edge.START;
    this.first = code[start].set();
  }

  public static EcmaPattern of(String text) throws PatternRefused {
    return new EcmaPattern(text, Program.of(Parser.parse(text)));
  }

  /// Whether the pattern matches somewhere in the value.
  public boolean find(String value, StepBudget steps) {
    steps.take(1 + code.length / SETUP_SHARE);
    Lists lists = spare.getAndSet(null);
    Run run = new Run(value, steps, lists == null || lists.isWornOut() ? new Lists() : lists);
    boolean found = run.find();
    spare.set(run.lists);
    return found;
  }

  /// The number of instructions, which is the maximum cost of a character.
  public int size() {
    return code.length;
  }

  @Override
  public String toString() {
    return text;
  }

  /// The buffers of a search, which are reused by the next one; the round number distinguishes
  /// marks of older searches.
  private final class Lists {

    private final int[] seen = new int[code.length];
    private final int[] open = new int[code.length];
    private final int[] now = new int[code.length];
    private final int[] later = new int[code.length];
    private int round;

    boolean isWornOut() {
      return round > Integer.MAX_VALUE / 2;
    }
  }

  /// One search through one text.
  private final class Run {

    private final String value;
    private final StepBudget steps;
    private final Lists lists;
    private final int[] seen;
    private final int[] open;
    private int[] now;
    private int[] later;
    private int count;
    private int laterCount;
    private int round;
    private int work;
    private boolean matched;

    Run(String value, StepBudget steps, Lists lists) {
      this.value = value;
      this.steps = steps;
      this.lists = lists;
      this.seen = lists.seen;
      this.open = lists.open;
      this.now = lists.now;
      this.later = lists.later;
      this.round = lists.round + 1;
    }

    boolean find() {
      follow(start, 0);
      swap();
      int at = 0;
      while (!matched && at < value.length() && !(anchored && count == 0)) {
        int character = value.codePointAt(at);
        at += Character.charCount(character);
        if (!goesOn(character) && (!isIdle() || first == null || first.contains(character))) {
          advance(character, at);
        }
        steps.take(1 + work);
        work = 0;
      }
      lists.round = round;
      return matched;
    }

    /// Fast path: reads one character if there is a single path and it continues with a character.
    /// Most texts are read like this.
    private boolean goesOn(int character) {
      if (!anchored || count != 1) {
        return false;
      }
      Instruction take = code[now[0]];
      boolean on = take.set() != null && take.set().contains(character);
      if (!on || code[take.next()].kind() != Kind.TAKE) {
        return false;
      }
      now[0] = take.next();
      work++;
      return true;
    }

    /// Whether only the start of a match is pending.
    private boolean isIdle() {
      return count == 1 && now[0] == start;
    }

    /// Reads one character on all open paths, and opens a new one if a match may start here.
    private void advance(int character, int at) {
      work += count;
      round++;
      for (int i = 0; i < count && !matched; i++) {
        Instruction take = code[now[i]];
        if (take.set() != null && take.set().contains(character)) {
          follow(take.next(), at);
        }
      }
      if (!anchored && !matched) {
        follow(start, at);
      }
      swap();
    }

    private void swap() {
      int[] free = now;
      now = later;
      later = free;
      count = laterCount;
      laterCount = 0;
    }

    /// Follows instructions until a character is needed. Each instruction is visited once per
    /// character.
    private void follow(int start, int at) {
      int depth = push(0, start);
      while (depth > 0 && !matched) {
        int position = open[--depth];
        Instruction instruction = code[position];
        switch (instruction.kind()) {
          case TAKE -> later[laterCount++] = position;
          case MATCH -> matched = true;
          case AT -> depth = holds(instruction, at) ? push(depth, instruction.next()) : depth;
          case FORK -> depth = push(push(depth, instruction.other()), instruction.next());
        }
      }
    }

    private int push(int depth, int position) {
      if (seen[position] == round) {
        return depth;
      }
      work++;
      seen[position] = round;
      open[depth] = position;
      return depth + 1;
    }

    private boolean holds(Instruction instruction, int at) {
      Expression.Edge edge = instruction.edge();
      return edge != null
          && switch (edge) {
            case START -> at == 0;
            case END -> at == value.length();
            case WORD_BOUNDARY -> isBoundary(at);
            case NO_WORD_BOUNDARY -> !isBoundary(at);
          };
    }

    private boolean isBoundary(int at) {
      boolean before = at > 0 && Classes.WORD.test(value.charAt(at - 1));
      boolean after = at < value.length() && Classes.WORD.test(value.charAt(at));
      return before != after;
    }
  }
}
