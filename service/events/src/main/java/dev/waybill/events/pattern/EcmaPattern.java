package dev.waybill.events.pattern;

import dev.waybill.events.pattern.Program.Instruction;
import dev.waybill.events.pattern.Program.Kind;

/// A regular expression of ECMA-262 that is matched in linear time. Safe for use by many threads.
///
/// All ways through the pattern are followed at once, so a character of the text costs at most one
/// step per instruction of the pattern, whatever the two look like. What cannot be done this way is
/// refused: lookahead, lookbehind and back references.
public final class EcmaPattern {

  private static final int SETUP_SHARE = 16;

  private final String text;
  private final Instruction[] code;
  private final boolean anchored;

  private EcmaPattern(String text, Instruction[] code) {
    this.text = text;
    this.code = code;
    Instruction first = code[code[code.length - 1].next()];
    this.anchored = first.kind() == Kind.AT && first.edge() == Expression.Edge.START;
  }

  public static EcmaPattern of(String text) throws PatternRefused {
    return new EcmaPattern(text, Program.of(Parser.parse(text)));
  }

  /// Whether the pattern matches somewhere in the value.
  public boolean find(String value, Steps steps) {
    steps.take(1 + code.length / SETUP_SHARE);
    return new Run(value, steps).find();
  }

  /// The number of instructions, which is what a character of a text can cost at most.
  public int size() {
    return code.length;
  }

  @Override
  public String toString() {
    return text;
  }

  /// One search through one text.
  private final class Run {

    private final String value;
    private final Steps steps;
    private final int[] seen = new int[code.length];
    private final int[] open = new int[code.length];
    private int[] now = new int[code.length];
    private int[] later = new int[code.length];
    private int count;
    private int laterCount;
    private int round = 1;
    private boolean matched;

    Run(String value, Steps steps) {
      this.value = value;
      this.steps = steps;
    }

    boolean find() {
      int at = 0;
      begin(at);
      while (!matched && at < value.length() && !(anchored && count == 0)) {
        int character = value.codePointAt(at);
        at += Character.charCount(character);
        advance(character, at);
      }
      return matched;
    }

    private void begin(int at) {
      follow(code.length - 1, at);
      swap();
    }

    /// Reads one character on all ways that are open, and opens a new one where a match may begin.
    private void advance(int character, int at) {
      steps.take(1 + count);
      round++;
      for (int i = 0; i < count && !matched; i++) {
        Instruction take = code[now[i]];
        if (take.set() != null && take.set().contains(character)) {
          follow(take.next(), at);
        }
      }
      if (!anchored && !matched) {
        follow(code.length - 1, at);
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

    /// Goes on until a character is needed. Each instruction is looked at once per character.
    private void follow(int start, int at) {
      int depth = push(0, start);
      while (depth > 0 && !matched) {
        int place = open[--depth];
        Instruction instruction = code[place];
        switch (instruction.kind()) {
          case TAKE -> later[laterCount++] = place;
          case MATCH -> matched = true;
          case AT -> depth = holds(instruction, at) ? push(depth, instruction.next()) : depth;
          case FORK -> depth = push(push(depth, instruction.other()), instruction.next());
        }
      }
    }

    private int push(int depth, int place) {
      if (seen[place] == round) {
        return depth;
      }
      steps.take(1);
      seen[place] = round;
      open[depth] = place;
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
