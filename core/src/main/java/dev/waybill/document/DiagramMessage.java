package dev.waybill.document;

/// The payload of a job of type [#TYPE]: a diagram to draw.
///
/// @param work the job, the session, the documents and the time
public record DiagramMessage(
    IngestionMessage work, String diagramId, DiagramKind kind, DiagramEngine engine) {

  /// In the queue [IngestionMessage#QUEUE].
  public static final String TYPE = "diagram_generation";
}
