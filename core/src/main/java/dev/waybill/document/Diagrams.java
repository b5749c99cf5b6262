package dev.waybill.document;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Diagrams of the documents of a session, as Mermaid text and as SVG.
///
/// Each diagram is drawn by a job of type [DiagramMessage#TYPE]. Deleting or erasing a document
/// deletes the diagrams that show it.
public interface Diagrams {

  /// The largest number of documents of one diagram.
  int MAX_DOCUMENTS = 1_000;

  /// Enqueues the job that draws a diagram. Diagram and job are durable when the call returns.
  AcceptedDiagram create(NewDiagram diagram);

  /// The diagram with its content.
  Optional<Diagram> find(String diagramId);

  /// Finds a diagram; throws [Code#NOT_FOUND] if there is no such diagram.
  default Diagram get(String diagramId) {
    return find(diagramId).orElseThrow(() -> unknown(diagramId));
  }

  /// The diagrams of a session in the order of their creation, without their content.
  Page<Diagram> list(String session, Page.Request page);

  /// The picture; throws [Code#NOT_FOUND] if there is no such diagram, and [Code#WRONG_STATE] if it
  /// is not ready.
  Payload svg(String diagramId);

  /// Deletes a diagram and its job, whose result contains the text of the diagram; false if there
  /// is none.
  boolean delete(String diagramId);

  /// The refusal of an unknown ID.
  static WaybillException unknown(@Nullable String id) {
    return new WaybillException(
        Code.NOT_FOUND, "there is no diagram " + Text.quote(String.valueOf(id)));
  }
}
