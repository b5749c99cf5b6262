package dev.waybill.server.grpc;

import static dev.waybill.server.grpc.Answering.answer;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.admin.Scope;
import dev.waybill.base.Text;
import dev.waybill.document.AcceptedDiagram;
import dev.waybill.document.Diagram;
import dev.waybill.document.DiagramState;
import dev.waybill.document.Diagrams;
import dev.waybill.document.Document;
import dev.waybill.document.Documents;
import dev.waybill.document.FoundPassage;
import dev.waybill.documents.upload.DocumentIntake;
import dev.waybill.message.ErasureReceipt;
import dev.waybill.proto.v1.CreateDiagramRequest;
import dev.waybill.proto.v1.CreateDiagramResponse;
import dev.waybill.proto.v1.DeleteDiagramRequest;
import dev.waybill.proto.v1.DeleteDiagramResponse;
import dev.waybill.proto.v1.DeleteDocumentRequest;
import dev.waybill.proto.v1.DeleteDocumentResponse;
import dev.waybill.proto.v1.DocumentServiceGrpc;
import dev.waybill.proto.v1.EraseDocumentRequest;
import dev.waybill.proto.v1.EraseDocumentResponse;
import dev.waybill.proto.v1.GetDiagramRequest;
import dev.waybill.proto.v1.GetDiagramResponse;
import dev.waybill.proto.v1.GetDocumentRequest;
import dev.waybill.proto.v1.GetDocumentResponse;
import dev.waybill.proto.v1.ListDiagramsRequest;
import dev.waybill.proto.v1.ListDiagramsResponse;
import dev.waybill.proto.v1.ListDocumentsRequest;
import dev.waybill.proto.v1.ListDocumentsResponse;
import dev.waybill.proto.v1.SearchDocumentsRequest;
import dev.waybill.proto.v1.SearchDocumentsResponse;
import dev.waybill.proto.v1.UploadDocumentsRequest;
import dev.waybill.proto.v1.UploadDocumentsResponse;
import dev.waybill.server.auth.Access;
import dev.waybill.server.grpc.mapping.DocumentFromProto;
import dev.waybill.server.grpc.mapping.DocumentToProto;
import dev.waybill.server.grpc.mapping.FromProto;
import dev.waybill.server.grpc.mapping.MessageToProto;
import io.grpc.stub.StreamObserver;

/// The calls of `waybill.v1.DocumentService`.
final class DocumentCalls extends DocumentServiceGrpc.DocumentServiceImplBase {

  private final Waybill waybill;
  private final StreamCounts streams;
  private final GrpcAudit audit;

  DocumentCalls(Waybill waybill, StreamCounts streams, Access access) {
    this.waybill = waybill;
    this.streams = streams;
    this.audit = new GrpcAudit(access);
  }

  /// An upload counts as a stream of its tenant.
  @Override
  public StreamObserver<UploadDocumentsRequest> uploadDocuments(
      StreamObserver<UploadDocumentsResponse> to) {
    try {
      DocumentIntake intake = as(Scope.PRODUCE).service(DocumentIntake.class);
      StreamCounts.Open open = streams.opened(Callers.current().tenant());
      return UploadCall.start(intake, to, streams::start, open::close);
    } catch (RuntimeException refused) {
      Answering.whenCancelled(to, () -> {}).onError(GrpcErrors.of(refused));
      return new RefusedStream<>();
    }
  }

  /// Ignores the messages of a call that was refused.
  private static final class RefusedStream<Q> implements StreamObserver<Q> {

    @Override
    public void onNext(Q message) {}

    @Override
    public void onError(Throwable broken) {}

    @Override
    public void onCompleted() {}
  }

  @Override
  public void getDocument(GetDocumentRequest request, StreamObserver<GetDocumentResponse> to) {
    answer(
        to,
        () ->
            GetDocumentResponse.newBuilder()
                .setDocument(
                    DocumentToProto.document(documents(Scope.READ).get(request.getDocumentId())))
                .build());
  }

  @Override
  public void listDocuments(
      ListDocumentsRequest request, StreamObserver<ListDocumentsResponse> to) {
    answer(to, () -> listed(request));
  }

  private ListDocumentsResponse listed(ListDocumentsRequest request) {
    Page<Document> page =
        documents(Scope.READ)
            .list(
                FromProto.orNull(request.getSessionId()),
                FromProto.page(request.getPageSize(), request.getPageToken()));
    ListDocumentsResponse.Builder answer = ListDocumentsResponse.newBuilder();
    page.items().stream().map(DocumentToProto::document).forEach(answer::addDocuments);
    String next = page.nextCursor();
    return (next == null ? answer : answer.setNextPageToken(next)).build();
  }

  @Override
  public void searchDocuments(
      SearchDocumentsRequest request, StreamObserver<SearchDocumentsResponse> to) {
    answer(to, () -> passages(documents(Scope.READ).search(DocumentFromProto.query(request))));
  }

  private static SearchDocumentsResponse passages(Page<FoundPassage> page) {
    return SearchDocumentsResponse.newBuilder()
        .setIncomplete(page.incomplete())
        .addAllPassages(page.items().stream().map(DocumentToProto::passage).toList())
        .build();
  }

  @Override
  public void deleteDocument(
      DeleteDocumentRequest request, StreamObserver<DeleteDocumentResponse> to) {
    String id = request.getDocumentId();
    answer(to, () -> audit.during("DeleteDocument", id, request, () -> deleted(id)));
  }

  private DeleteDocumentResponse deleted(String id) {
    if (!documents(Scope.OPERATE).delete(id)) {
      throw new WaybillException(Code.NOT_FOUND, "there is no document " + Text.quote(id));
    }
    return DeleteDocumentResponse.getDefaultInstance();
  }

  @Override
  public void eraseDocument(
      EraseDocumentRequest request, StreamObserver<EraseDocumentResponse> to) {
    String id = request.getDocumentId();
    answer(
        to,
        () -> {
          ErasureReceipt receipt =
              audit.during("EraseDocument", id, request, () -> documents(Scope.OPERATE).erase(id));
          return EraseDocumentResponse.newBuilder()
              .setReceipt(MessageToProto.json(receipt))
              .build();
        });
  }

  @Override
  public void createDiagram(
      CreateDiagramRequest request, StreamObserver<CreateDiagramResponse> to) {
    answer(
        to,
        () -> {
          AcceptedDiagram accepted =
              diagrams(Scope.PRODUCE).create(DocumentFromProto.diagram(request));
          return CreateDiagramResponse.newBuilder()
              .setDiagram(DocumentToProto.diagram(accepted.diagram()))
              .setDuplicate(accepted.duplicate())
              .build();
        });
  }

  @Override
  public void getDiagram(GetDiagramRequest request, StreamObserver<GetDiagramResponse> to) {
    answer(to, () -> found(request));
  }

  private GetDiagramResponse found(GetDiagramRequest request) {
    Diagrams diagrams = diagrams(Scope.READ);
    Diagram diagram = diagrams.get(request.getDiagramId());
    GetDiagramResponse.Builder answer =
        GetDiagramResponse.newBuilder().setDiagram(DocumentToProto.diagram(diagram));
    if (request.getWithSvg() && diagram.state() == DiagramState.READY) {
      answer.setSvg(diagrams.svg(diagram.id()).text());
    }
    return answer.build();
  }

  @Override
  public void listDiagrams(ListDiagramsRequest request, StreamObserver<ListDiagramsResponse> to) {
    answer(to, () -> listed(request));
  }

  private ListDiagramsResponse listed(ListDiagramsRequest request) {
    Page<Diagram> page =
        diagrams(Scope.READ)
            .list(
                request.getSessionId(),
                FromProto.page(request.getPageSize(), request.getPageToken()));
    ListDiagramsResponse.Builder answer = ListDiagramsResponse.newBuilder();
    page.items().stream().map(DocumentToProto::diagram).forEach(answer::addDiagrams);
    String next = page.nextCursor();
    return (next == null ? answer : answer.setNextPageToken(next)).build();
  }

  @Override
  public void deleteDiagram(
      DeleteDiagramRequest request, StreamObserver<DeleteDiagramResponse> to) {
    String id = request.getDiagramId();
    answer(to, () -> audit.during("DeleteDiagram", id, request, () -> deletedDiagram(id)));
  }

  private DeleteDiagramResponse deletedDiagram(String id) {
    if (!diagrams(Scope.OPERATE).delete(id)) {
      throw Diagrams.unknown(id);
    }
    return DeleteDiagramResponse.getDefaultInstance();
  }

  private Documents documents(Scope needed) {
    return as(needed).documents();
  }

  private Diagrams diagrams(Scope needed) {
    return as(needed).diagrams();
  }

  private Waybill as(Scope needed) {
    return Callers.view(waybill, needed);
  }
}
