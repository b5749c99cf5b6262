package dev.waybill.documents.model;

import dev.waybill.document.Diagram;
import dev.waybill.document.Diagram.Exchange;
import dev.waybill.documents.diagram.DiagramDocument;
import dev.waybill.documents.diagram.Drawing;
import dev.waybill.documents.diagram.DrawnAnswer;
import dev.waybill.documents.diagram.InvalidAnswer;
import dev.waybill.documents.remote.ModelException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Draws diagrams: by rules, or by the answer of a language model.
///
/// @param model null if none is configured
public record DiagramDrawer(@Nullable LanguageModel model) {

  /// How often an answer that is not a diagram is asked for again.
  private static final int ASKED = 3;

  /// What became of a diagram.
  ///
  /// @param drawing null if the answer of the model cannot be used
  /// @param exchange null if no model was asked
  /// @param problem what is wrong with the answer; empty if nothing is
  public record Drawn(@Nullable Drawing drawing, @Nullable Exchange exchange, String problem) {}

  /// @param tenant whose budget of the model it is
  public Drawn draw(String tenant, Diagram diagram, List<DiagramDocument> documents)
      throws ModelException {
    return switch (diagram.engine()) {
      case BUILTIN -> new Drawn(Drawing.of(diagram.kind(), diagram.session(), documents), null, "");
      case MODEL -> asked(tenant, diagram, documents);
    };
  }

  private Drawn asked(String tenant, Diagram diagram, List<DiagramDocument> documents)
      throws ModelException {
    if (model == null) {
      throw ModelException.permanent(
          "no language model is configured: set documents.diagram.provider");
    }
    String title = documents.size() == 1 ? documents.getFirst().name() : diagram.session();
    String prompt = DiagramPrompt.of(diagram.kind(), documents, model.maxPrompt());
    Drawn drawn =
        drawn(diagram, title, new Exchange(model.name(), prompt, model.ask(tenant, prompt)));
    for (int i = 1; i < ASKED && drawn.drawing() == null; i++) {
      drawn = drawn(diagram, title, new Exchange(model.name(), prompt, model.ask(tenant, prompt)));
    }
    return drawn;
  }

  private static Drawn drawn(Diagram diagram, String title, Exchange exchange) {
    String answer = exchange.answer();
    try {
      return new Drawn(DrawnAnswer.read(diagram.kind(), title, answer), exchange, "");
    } catch (InvalidAnswer unusable) {
      return new Drawn(null, exchange, String.valueOf(unusable.getMessage()));
    }
  }
}
