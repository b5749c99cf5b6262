package dev.waybill.documents.record;

import dev.waybill.Payload;
import dev.waybill.document.Diagram;
import dev.waybill.spi.Blob;
import dev.waybill.spi.BlobStore;
import dev.waybill.wire.document.DiagramJson;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// The texts and pictures of the diagrams of one tenant, as blobs.
public record DiagramContent(BlobStore blobs, String tenant) {

  /// Replaces the text. The diagram must have content.
  public void keepText(Diagram diagram) {
    replace(text(diagram.id()), DiagramJson.DOCUMENT.bytes(diagram));
  }

  /// Replaces the picture.
  public void keepSvg(Diagram diagram, String svg) {
    replace(svg(diagram.id()), svg.getBytes(StandardCharsets.UTF_8));
  }

  /// Of an earlier attempt, if there was one.
  private void replace(String name, byte[] content) {
    var _ = blobs.delete(tenant, name);
    var _ = blobs.put(tenant, name, content);
  }

  /// The diagram with its text, if it has one.
  public Diagram with(Diagram diagram) {
    return blobs
        .get(tenant, text(diagram.id()))
        .map(bytes -> diagram.with(DiagramJson.DOCUMENT.readAnswer(bytes).content()))
        .orElse(diagram);
  }

  public Optional<Payload> findSvg(Diagram diagram) {
    return blobs.find(tenant, svg(diagram.id())).map(Blob::bytes).map(Payload::wrap);
  }

  public void delete(String id) {
    var _ = blobs.delete(tenant, text(id));
    var _ = blobs.delete(tenant, svg(id));
  }

  private static String text(String id) {
    return "diagrams/" + id + "/text";
  }

  private static String svg(String id) {
    return "diagrams/" + id + "/svg";
  }
}
