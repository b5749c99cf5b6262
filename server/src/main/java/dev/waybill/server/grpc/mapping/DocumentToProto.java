package dev.waybill.server.grpc.mapping;

import dev.waybill.document.AcceptedUpload;
import dev.waybill.document.Diagram;
import dev.waybill.document.Document;
import dev.waybill.document.FoundPassage;
import dev.waybill.proto.v1.DiagramFailure;
import dev.waybill.proto.v1.DiagramOmission;
import dev.waybill.proto.v1.DiagramSource;
import dev.waybill.proto.v1.DocumentFailure;
import dev.waybill.proto.v1.IndexedDocument;
import dev.waybill.proto.v1.TextRange;
import dev.waybill.proto.v1.UploadDocumentsResponse;
import dev.waybill.wire.json.EnumWords;

/// Converts documents and diagrams to messages.
public final class DocumentToProto {

  private DocumentToProto() {}

  public static UploadDocumentsResponse accepted(AcceptedUpload upload) {
    UploadDocumentsResponse.Builder answer =
        UploadDocumentsResponse.newBuilder()
            .setJobId(upload.jobId().toString())
            .setSessionId(upload.session())
            .setDuplicate(upload.duplicate());
    upload.documents().stream().map(DocumentToProto::document).forEach(answer::addDocuments);
    return answer.build();
  }

  public static dev.waybill.proto.v1.Document document(Document document) {
    Document.Content content = document.content();
    Document.Progress progress = document.progress();
    dev.waybill.proto.v1.Document.Builder made =
        dev.waybill.proto.v1.Document.newBuilder()
            .setDocumentId(document.id())
            .setSessionId(document.session())
            .setJobId(document.jobId().toString())
            .setName(document.name())
            .setFileType(content.type())
            .setSize(content.size())
            .setContentHash(content.hash())
            .setS3Key(content.key())
            .setState(document.state().word())
            .setCreatedAt(ToProto.time(document.createdAt()))
            .setUpdatedAt(ToProto.time(progress.updatedAt()));
    if (progress.failure() != null) {
      made.setFailure(failure(progress.failure()));
    }
    if (progress.indexed() != null) {
      made.setIndex(index(progress.indexed()));
    }
    return made.build();
  }

  private static DocumentFailure failure(dev.waybill.document.DocumentFailure failure) {
    return DocumentFailure.newBuilder()
        .setStage(failure.stage().word())
        .setCode(failure.code())
        .setMessage(failure.message())
        .build();
  }

  private static IndexedDocument index(Document.Indexed indexed) {
    return IndexedDocument.newBuilder()
        .setPages(indexed.pages())
        .setChunks(indexed.chunks())
        .setModel(indexed.model())
        .setDimension(indexed.dimension())
        .build();
  }

  public static dev.waybill.proto.v1.FoundPassage passage(FoundPassage passage) {
    FoundPassage.Source source = passage.source();
    dev.waybill.proto.v1.FoundPassage.Builder made =
        dev.waybill.proto.v1.FoundPassage.newBuilder()
            .setDocumentId(source.documentId())
            .setSessionId(source.session())
            .setName(source.name())
            .setFileType(source.type())
            .setPage(passage.page())
            .addAllHeadings(passage.headings())
            .setText(passage.text())
            .setScore(passage.score());
    passage
        .highlights()
        .forEach(
            range ->
                made.addHighlights(
                    TextRange.newBuilder().setStart(range.start()).setEnd(range.end())));
    return made.build();
  }

  public static dev.waybill.proto.v1.Diagram diagram(Diagram diagram) {
    Diagram.Progress progress = diagram.progress();
    dev.waybill.proto.v1.Diagram.Builder made =
        dev.waybill.proto.v1.Diagram.newBuilder()
            .setDiagramId(diagram.id())
            .setSessionId(diagram.session())
            .setJobId(diagram.jobId().toString())
            .setKind(diagram.kind().word())
            .setEngine(diagram.engine().word())
            .setState(diagram.state().word())
            .addAllDocumentIds(diagram.origin().asked())
            .setCreatedAt(ToProto.time(diagram.createdAt()))
            .setUpdatedAt(ToProto.time(progress.updatedAt()));
    Diagram.Failure failure = progress.failure();
    if (failure != null) {
      made.setFailure(
          DiagramFailure.newBuilder().setCode(failure.code()).setMessage(failure.message()));
    }
    addSources(made, progress.sources());
    addContent(made, diagram);
    return made.build();
  }

  private static void addSources(
      dev.waybill.proto.v1.Diagram.Builder made, Diagram.Sources sources) {
    for (Diagram.Source source : sources.used()) {
      made.addDocuments(
          DiagramSource.newBuilder().setDocumentId(source.documentId()).setName(source.name()));
    }
    for (Diagram.LeftOut one : sources.leftOut()) {
      made.addLeftOut(
          DiagramOmission.newBuilder()
              .setDocumentId(one.documentId())
              .setReason(EnumWords.of(one.reason())));
    }
  }

  private static void addContent(dev.waybill.proto.v1.Diagram.Builder made, Diagram diagram) {
    Diagram.Content content = diagram.content();
    if (content == null) {
      return;
    }
    if (content.mermaid() != null) {
      made.setMermaid(content.mermaid());
    }
    Diagram.Exchange exchange = content.exchange();
    if (exchange != null) {
      made.setModel(exchange.model()).setPrompt(exchange.prompt()).setAnswer(exchange.answer());
    }
  }
}
