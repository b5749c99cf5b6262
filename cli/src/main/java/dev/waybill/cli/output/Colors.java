package dev.waybill.cli.output;

import java.util.Locale;
import picocli.CommandLine.Help.Ansi.Style;

/// Words that say how well something goes, in the colour for it; plain where colours are off.
public record Colors(boolean on) {

  static final Colors NONE = new Colors(false);

  /// @param text the word, perhaps with blanks around it
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
