package dev.waybill.events.pattern;

/// A text is not a supported regular expression. The message contains the reason and the position.
public final class PatternRefused extends Exception {

  private static final long serialVersionUID = 1L;

  PatternRefused(String message) {
    super(message, null, false, false);
  }

  PatternRefused(String message, int position) {
    this(message + ", at character " + (position + 1));
  }
}
