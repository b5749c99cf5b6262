package dev.waybill.document;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.message.ErasureReceipt;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Files that are parsed, split into chunks, embedded, and found by words and by meaning.
///
/// Each upload becomes a job of type [IngestionMessage#TYPE]; its events show the progress.
public interface Documents {

  /// Stores files and enqueues the job that processes them. Files, documents and job are durable
  /// when the call returns. All files are accepted or none: a file that is too large or of an
  /// unknown type refuses the upload.
  AcceptedUpload upload(NewUpload upload, List<NewFile> files);

  /// As [#upload], with files that the server downloads; a file has the name that is last in the
  /// path of its URL. A URL that cannot be downloaded refuses the upload.
  AcceptedUpload uploadFrom(NewUpload upload, List<String> urls);

  Optional<Document> find(String documentId);

  /// Finds a document; throws [Code#NOT_FOUND] if there is no such document.
  default Document get(String documentId) {
    return find(documentId).orElseThrow(() -> unknown(documentId));
  }

  /// The documents of a session, in the order of their uploads.
  ///
  /// @param session null for all documents of the tenant
  Page<Document> list(@Nullable String session, Page.Request page);

  /// The file of a document as it was uploaded, streamed when it is read; throws [Code#NOT_FOUND]
  /// if there is no such document.
  Payload content(String documentId);

  /// Deletes a document with its file, its chunks and its vectors; false if there is none. Its job
  /// skips it from then on.
  boolean delete(String documentId);

  /// Deletes documents and signs a receipt. IDs of no document are left out of the receipt;
  /// documents that were deleted before are in it.
  ErasureReceipt erase(List<String> documentIds);

  /// Erases one document; throws [Code#NOT_FOUND] if there is no such document.
  default ErasureReceipt erase(String documentId) {
    ErasureReceipt receipt = erase(List.of(documentId));
    if (receipt.statement().documents().isEmpty()) {
      throw unknown(documentId);
    }
    return receipt;
  }

  /// One page with the best passages first. Finds documents that are ready; it is incomplete while
  /// the index is filled, or while documents are embedded with another model.
  Page<FoundPassage> search(DocumentQuery query);

  private static WaybillException unknown(String id) {
    return new WaybillException(Code.NOT_FOUND, "there is no document " + Text.quote(id));
  }
}
