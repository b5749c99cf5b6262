package dev.waybill.client;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.client.call.Download;
import dev.waybill.client.call.FormBody;
import dev.waybill.client.call.HttpCall;
import dev.waybill.client.call.HttpTransport;
import dev.waybill.document.AcceptedUpload;
import dev.waybill.document.Document;
import dev.waybill.document.DocumentQuery;
import dev.waybill.document.Documents;
import dev.waybill.document.FoundPassage;
import dev.waybill.document.NewFile;
import dev.waybill.document.NewUpload;
import dev.waybill.message.ErasureReceipt;
import dev.waybill.wire.document.AcceptedUploadJson;
import dev.waybill.wire.document.DocumentJson;
import dev.waybill.wire.document.SearchJson;
import dev.waybill.wire.document.UrlUploadJson;
import dev.waybill.wire.document.UrlUploadJson.UrlUpload;
import dev.waybill.wire.json.EnumWords;
import dev.waybill.wire.message.ErasureReceiptJson;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Documents on a server.
record RemoteDocuments(HttpTransport transport) implements Documents {

  private static final String PATH = "/v1/documents";

  /// A server gives up before.
  private static final Duration LONGEST_DOWNLOADS = Duration.ofMinutes(6);

  /// An upload without a request ID gets one here, so that repeating the call does not create a
  /// second one.
  @Override
  public AcceptedUpload upload(NewUpload upload, List<NewFile> files) {
    FormBody form = new FormBody(files);
    String webhook = upload.webhookUrl();
    String path =
        target(upload) + (webhook == null ? "" : "&webhook_url=" + Paths.encoded(webhook));
    return send(
        upload, HttpCall.post(path, form.payload()).withHeader("Content-Type", form.contentType()));
  }

  /// The server answers when it has downloaded all files.
  @Override
  public AcceptedUpload uploadFrom(NewUpload upload, List<String> urls) {
    UrlUpload body = new UrlUpload(urls, upload.webhookUrl());
    return send(
        upload,
        HttpCall.post(target(upload), UrlUploadJson.DOCUMENT, body).waiting(LONGEST_DOWNLOADS));
  }

  private static String target(NewUpload upload) {
    return ofSession(upload.session()) + "?priority=" + EnumWords.of(upload.priority());
  }

  private AcceptedUpload send(NewUpload upload, HttpCall unkeyed) {
    String own = upload.requestId();
    HttpCall call = unkeyed.withKey(own == null ? UUID.randomUUID().toString() : own);
    AcceptedUpload accepted = transport.send(call).read(AcceptedUploadJson.DOCUMENT);
    return own == null && accepted.duplicate()
        ? new AcceptedUpload(accepted.jobId(), accepted.session(), accepted.documents(), false)
        : accepted;
  }

  @Override
  public Optional<Document> find(String documentId) {
    return transport
        .find(HttpCall.get(path(documentId, "")))
        .map(answer -> answer.read(DocumentJson.DOCUMENT));
  }

  @Override
  public Page<Document> list(@Nullable String session, Page.Request page) {
    String all = session == null ? PATH : ofSession(session);
    return transport.send(HttpCall.get(Paths.paged(all + "?limit=", page))).read(DocumentJson.PAGE);
  }

  /// The server sends the bytes when they are read.
  @Override
  public Payload content(String documentId) {
    long size = get(documentId).content().size();
    HttpCall call = HttpCall.get(path(documentId, "/content"));
    return Payload.streamed(size, (from, _) -> opened(call, from));
  }

  private InputStream opened(HttpCall call, long from) {
    Download download = new Download(transport, call);
    try {
      download.skipNBytes(from);
      return download;
    } catch (IOException broken) {
      download.close();
      throw transport.cutShort(broken);
    }
  }

  @Override
  public boolean delete(String documentId) {
    return transport.find(HttpCall.delete(path(documentId, ""))).isPresent();
  }

  /// A server erases one document per call, with a receipt each.
  @Override
  public ErasureReceipt erase(List<String> documentIds) {
    if (documentIds.size() != 1) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "a server erases one document per call, with a receipt each");
    }
    return erase(documentIds.getFirst());
  }

  @Override
  public ErasureReceipt erase(String documentId) {
    return transport
        .send(HttpCall.post(path(documentId, "/erase")))
        .read(ErasureReceiptJson.DOCUMENT);
  }

  @Override
  public Page<FoundPassage> search(DocumentQuery query) {
    return transport
        .send(HttpCall.post("/v1/search", SearchJson.DOCUMENT, query))
        .read(SearchJson.ANSWER);
  }

  private static String ofSession(String session) {
    return "/v1/sessions/" + Paths.encoded(session) + "/documents";
  }

  private static String path(String id, String rest) {
    return PATH + '/' + Paths.encoded(id) + rest;
  }
}
