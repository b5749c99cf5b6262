package dev.waybill.documents.parse;

import java.io.Serial;

/// A file could not be read.
public final class ParseException extends Exception {

  @Serial private static final long serialVersionUID = 1;

  private final ParseProblem problem;

  public ParseException(ParseProblem problem, String message) {
    super(message);
    this.problem = problem;
  }

  public ParseProblem problem() {
    return problem;
  }
}
