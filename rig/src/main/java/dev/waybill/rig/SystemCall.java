package dev.waybill.rig;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// One system call in a trace, with its strings and the paths of its file descriptors.
///
/// @param begin the line of the trace at which it was entered
/// @param end the line at which it returned; [#NEVER] if it did not
/// @param words the other arguments, without strings and paths
/// @param paths the paths of its descriptors, in order; that of the result is the last
/// @param answer the result; negative for an error
record SystemCall(
    String name,
    int begin,
    int end,
    List<String> words,
    List<String> paths,
    List<byte[]> strings,
    long answer) {

  static final int NEVER = Integer.MAX_VALUE;

  /// Parses `name(arguments) = answer`; every string and path is written as `\xHH`.
  static SystemCall parse(String text, int begin, int end) {
    int open = text.indexOf('(');
    Scan scan = new Scan(text, open + 1);
    scan.arguments();
    return new SystemCall(
        text.substring(0, open), begin, end, scan.words, scan.paths, scan.strings, scan.answer());
  }

  boolean failed() {
    return end != NEVER && answer < 0;
  }

  boolean isUnfinished() {
    return end == NEVER;
  }

  SystemCall finishedAt(int line, long withAnswer) {
    return new SystemCall(name, begin, line, words, paths, strings, withAnswer);
  }

  String string(int index) {
    return new String(strings.get(index), StandardCharsets.UTF_8);
  }

  long number(int index) {
    return Long.parseLong(words.get(index).strip());
  }

  /// The descriptor in the first argument, or in the result of an open.
  int descriptor() {
    return Integer.parseInt(words.getFirst().strip());
  }

  @Override
  public String toString() {
    return name + words + paths + " from " + begin + " to " + end;
  }

  private static final class Scan {
    private final String text;
    private final List<String> words = new ArrayList<>();
    private final List<String> paths = new ArrayList<>();
    private final List<byte[]> strings = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private int at;

    Scan(String text, int at) {
      this.text = text;
      this.at = at;
    }

    void arguments() {
      while (at < text.length() && text.charAt(at) != ')') {
        char c = text.charAt(at++);
        switch (c) {
          case '"' -> strings.add(hexUntil('"'));
          case '<' -> paths.add(new String(hexUntil('>'), StandardCharsets.UTF_8));
          case ',' -> endWord();
          default -> word.append(c);
        }
      }
      endWord();
    }

    private void endWord() {
      words.add(word.toString());
      word.setLength(0);
    }

    private byte[] hexUntil(char closing) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      while (text.charAt(at) != closing) {
        if (text.charAt(at) == '\\') {
          bytes.write(Integer.parseInt(text, at + 2, at + 4, 16));
          at += 4;
        } else {
          bytes.write(text.charAt(at++));
        }
      }
      at++;
      if (text.startsWith("...", at)) {
        throw new IllegalStateException("the trace holds only the beginning of a string");
      }
      if (text.startsWith("(deleted)", at)) {
        at += "(deleted)".length();
        return new byte[0];
      }
      return bytes.toByteArray();
    }

    /// The number after the equals sign; -1 if it is unknown.
    long answer() {
      int equals = text.indexOf("= ", at);
      int from = equals + 2;
      int to = from;
      while (equals >= 0
          && to < text.length()
          && (Character.isDigit(text.charAt(to)) || text.charAt(to) == '-')) {
        to++;
      }
      if (to < text.length() && text.charAt(to) == '<') {
        at = to + 1;
        paths.add(new String(hexUntil('>'), StandardCharsets.UTF_8));
      }
      return to > from && equals >= 0 ? Long.parseLong(text, from, to, 10) : -1;
    }
  }
}
