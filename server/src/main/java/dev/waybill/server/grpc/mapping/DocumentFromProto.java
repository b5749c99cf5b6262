package dev.waybill.server.grpc.mapping;

import static dev.waybill.server.grpc.mapping.FromProto.orNull;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.document.DiagramEngine;
import dev.waybill.document.DiagramKind;
import dev.waybill.document.DocumentQuery;
import dev.waybill.document.NewDiagram;
import dev.waybill.document.NewUpload;
import dev.waybill.proto.v1.CreateDiagramRequest;
import dev.waybill.proto.v1.SearchDocumentsRequest;
import dev.waybill.proto.v1.UploadHeader;
import dev.waybill.server.telemetry.ObservedCall;
import dev.waybill.wire.json.EnumWords;
import java.util.Arrays;
import java.util.Set;

/// Converts requests of documents to core values.
public final class DocumentFromProto {

  private DocumentFromProto() {}

  public static NewUpload upload(UploadHeader header) {
    return NewUpload.to(header.getSessionId())
        .withPriority(FromProto.priority(header.getPriority()))
        .withRequestId(orNull(header.getRequestId()))
        .withWebhook(orNull(header.getWebhookUrl()))
        .withTraceContext(ObservedCall.creationContext(orNull(header.getTraceContext())));
  }

  public static DocumentQuery query(SearchDocumentsRequest request) {
    int limit = request.getLimit() == 0 ? DocumentQuery.DEFAULT_LIMIT : request.getLimit();
    if (limit < 1 || limit > DocumentQuery.MAX_LIMIT) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "limit must be 1 to " + DocumentQuery.MAX_LIMIT);
    }
    FromProto.checkCount(request.getDocumentIdsCount(), DocumentQuery.FILTER_VALUES);
    FromProto.checkCount(request.getFileTypesCount(), DocumentQuery.FILTER_VALUES);
    return DocumentQuery.of(request.getQuery())
        .inSession(orNull(request.getSessionId()))
        .withLimit(limit)
        .withDocuments(Set.copyOf(request.getDocumentIdsList()))
        .withTypes(Set.copyOf(request.getFileTypesList()))
        .withCreated(
            request.hasCreatedFrom() ? FromProto.time(request.getCreatedFrom()) : null,
            request.hasCreatedBefore() ? FromProto.time(request.getCreatedBefore()) : null);
  }

  public static NewDiagram diagram(CreateDiagramRequest request) {
    String engine = orNull(request.getEngine());
    NewDiagram.Subject subject =
        new NewDiagram.Subject(
            word("kind", DiagramKind.class, request.getKind()),
            request.getDocumentIdsList(),
            engine == null ? null : word("engine", DiagramEngine.class, engine));
    return NewDiagram.of(request.getSessionId(), subject)
        .withPriority(FromProto.priority(request.getPriority()))
        .withRequestId(orNull(request.getRequestId()))
        .withTraceContext(ObservedCall.creationContext(orNull(request.getTraceContext())));
  }

  private static <E extends Enum<E>> E word(String field, Class<E> type, String text) {
    return Arrays.stream(type.getEnumConstants())
        .filter(one -> EnumWords.of(one).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new WaybillException(
                    Code.INVALID_ARGUMENT,
                    "%s must be one of %s; it is %s"
                        .formatted(field, EnumWords.of(type), Text.quote(text))));
  }
}
