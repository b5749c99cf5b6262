package dev.waybill.documents.remote;

/// Estimates the number of tokens of a text for models with an unknown tokenizer. More often too
/// high than too low: 3 letters, digits or blanks of ASCII are one token, as is each other
/// character.
public final class EstimatedTokens {

  private static final int PER_TOKEN = 3;

  private EstimatedTokens() {}

  public static int of(String text) {
    int plain = (int) text.chars().filter(EstimatedTokens::isPlain).count();
    return (plain + PER_TOKEN - 1) / PER_TOKEN + text.length() - plain;
  }

  private static boolean isPlain(int c) {
    return c == ' ' || (c < 128 && Character.isLetterOrDigit(c));
  }
}
