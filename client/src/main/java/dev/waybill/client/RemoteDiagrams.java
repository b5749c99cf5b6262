package dev.waybill.client;

import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.client.call.HttpCall;
import dev.waybill.client.call.HttpTransport;
import dev.waybill.document.AcceptedDiagram;
import dev.waybill.document.Diagram;
import dev.waybill.document.Diagrams;
import dev.waybill.document.NewDiagram;
import dev.waybill.wire.document.DiagramJson;
import dev.waybill.wire.document.DiagramRequestJson;
import dev.waybill.wire.json.EnumWords;
import java.util.Optional;
import java.util.UUID;

/// Diagrams on a server.
record RemoteDiagrams(HttpTransport transport) implements Diagrams {

  /// A request without a request ID gets one here, so that repeating the call does not create a
  /// second diagram.
  @Override
  public AcceptedDiagram create(NewDiagram diagram) {
    String own = diagram.requestId();
    HttpCall call =
        HttpCall.post(
                ofSession(diagram.session()) + "?priority=" + EnumWords.of(diagram.priority()),
                DiagramRequestJson.DOCUMENT,
                diagram.subject())
            .withKey(own == null ? UUID.randomUUID().toString() : own);
    AcceptedDiagram accepted = transport.send(call).read(DiagramRequestJson.ACCEPTED);
    return own == null ? new AcceptedDiagram(accepted.diagram(), false) : accepted;
  }

  @Override
  public Optional<Diagram> find(String diagramId) {
    return transport
        .find(HttpCall.get(path(diagramId, "")))
        .map(answer -> answer.read(DiagramJson.DOCUMENT));
  }

  @Override
  public Page<Diagram> list(String session, Page.Request page) {
    return transport
        .send(HttpCall.get(Paths.paged(ofSession(session) + "?limit=", page)))
        .read(DiagramJson.PAGE);
  }

  @Override
  public Payload svg(String diagramId) {
    return transport.send(HttpCall.get(path(diagramId, "/svg"))).body();
  }

  @Override
  public boolean delete(String diagramId) {
    return transport.find(HttpCall.delete(path(diagramId, ""))).isPresent();
  }

  private static String ofSession(String session) {
    return "/v1/sessions/" + Paths.encoded(session) + "/diagrams";
  }

  private static String path(String id, String rest) {
    return "/v1/diagrams/" + Paths.encoded(id) + rest;
  }
}
