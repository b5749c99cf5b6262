package dev.waybill.wire.json;

import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;

/// Describes why a text is not JSON, in sentences for users instead of the messages of the parser.
public final class JsonProblems {

  private JsonProblems() {}

  /// The problem and its position, to follow "this is not JSON: ".
  public static String words(JacksonException broken) {
    return what(broken) + where(broken);
  }

  /// The problem, without its position.
  public static String what(JacksonException broken) {
    String message = String.valueOf(broken.getOriginalMessage());
    if (broken instanceof StreamConstraintsException) {
      return limit(message);
    }
    if (broken instanceof UnexpectedEndOfInputException || message.startsWith("Unexpected end")) {
      return "it ends too early";
    }
    return message.startsWith("Duplicate")
        ? "a name occurs twice in the same object"
        : "it has invalid syntax";
  }

  private static String limit(String message) {
    if (message.contains("nesting")) {
      return "it is nested too deep";
    }
    if (message.contains("Number")) {
      return "a number has too many digits";
    }
    return message.contains("ame") ? "a name is too long" : "it is too large";
  }

  private static String where(JacksonException broken) {
    var at = broken.getLocation();
    return at == null || at.getLineNr() < 1
        ? ""
        : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
  }
}
