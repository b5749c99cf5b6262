package dev.waybill.documents.diagram;

import java.io.Serial;

/// The answer of a language model is not a diagram.
public final class InvalidAnswer extends Exception {

  @Serial private static final long serialVersionUID = 1;

  InvalidAnswer(String message) {
    super(message);
  }
}
