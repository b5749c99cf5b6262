package dev.waybill.documents.diagram;

import dev.waybill.documents.chunk.Chunk;
import java.util.List;

/// A document to be drawn, with its chunks in reading order.
public record DiagramDocument(String name, List<Chunk> chunks) {

  public DiagramDocument {
    chunks = List.copyOf(chunks);
  }
}
