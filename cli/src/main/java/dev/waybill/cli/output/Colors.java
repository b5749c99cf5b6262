package dev.waybill.cli.output;

import java.util.Locale;
import picocli.CommandLine.Help.Ansi.Style;

/// Colors words that name a state; prints them plainly if colors are off.
public record Colors(boolean on) {

  static final Colors NONE = new Colors(false);

  /// @param text the word, possibly padded with spaces
  public String word(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "completed", "good", "ok" -> in(Style.fg_green, text);
      case "running" -> in(Style.fg_cyan, text);
      case "scheduled", "cancelled", "released", "snoozed", "revoked", "yes" ->
          in(Style.fg_yellow, text);
      case "dead", "failed", "error", "crashed", "fail" -> in(Style.fg_red, text);
      default -> text;
    };
  }

  String heading(String text) {
    return in(Style.bold, text);
  }

  private String in(Style style, String text) {
    return on ? style.on() + text + Style.reset.on() : text;
  }
}
