package dev.waybill.documents.upload;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Sha256;
import dev.waybill.base.Text;
import dev.waybill.document.Document;
import dev.waybill.documents.parse.FileType;
import dev.waybill.documents.record.ArrivingFiles;
import dev.waybill.documents.upload.FileSource.ArrivingFile;
import dev.waybill.spi.BlobStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;

/// Streams the files of one upload to the blob store and remembers them, so that they can be
/// discarded together.
final class FileStore {

  private static final int LONGEST_NAME = 255;

  private final BlobStore blobs;
  private final String tenant;
  private final UploadLimits limits;
  private final TypeCheck types;
  private final ArrivingFiles arriving;
  private long left;

  FileStore(
      BlobStore blobs,
      String tenant,
      UploadLimits limits,
      TypeCheck types,
      ArrivingFiles arriving) {
    this.blobs = blobs;
    this.tenant = tenant;
    this.arriving = arriving;
    this.limits = limits;
    this.types = types;
    this.left = limits.bytes();
  }

  /// Checks the type of a file by its beginning, and then stores all of it.
  ///
  /// @param documentId makes the key unique if the session has a file of this name
  Document.Content store(String session, String documentId, ArrivingFile file) throws IOException {
    checkName(file.name());
    byte[] beginning = beginning(file.content());
    FileType type = types.check(beginning, file.name());
    MessageDigest digest = Sha256.digest();
    String key = freeKey(session, documentId, file.name());
    AsideTask announced = AsideTask.start(() -> arriving.expect(documentId, key));
    CheckedFile content =
        new CheckedFile(
            new SequenceInputStream(new ByteArrayInputStream(beginning), file.content()),
            digest,
            Math.min(left, limits.fileBytes()),
            file.name(),
            announced::await);
    put(key, content);
    left -= content.size();
    String hash = HexFormat.of().formatHex(digest.digest());
    return new Document.Content(type.text(), key, hash, content.size());
  }

  /// Without the pieces that [InputStream#readNBytes(int)] collects.
  private static byte[] beginning(InputStream content) throws IOException {
    byte[] buffer = new byte[TypeCheck.BEGINNING];
    int length = content.readNBytes(buffer, 0, buffer.length);
    return length == buffer.length ? buffer : Arrays.copyOf(buffer, length);
  }

  private String freeKey(String session, String documentId, String name) {
    String key = ObjectKey.of(session, name);
    return blobs.find(tenant, key).isEmpty() ? key : ObjectKey.unique(session, name, documentId);
  }

  private void put(String key, InputStream content) throws IOException {
    if (!blobs.put(tenant, key, content)) {
      throw new WaybillException(
          Code.UNAVAILABLE,
          "another upload is storing a file of the same name; send the files again");
    }
  }

  void discard(Document.Content file) {
    blobs.delete(tenant, file.key());
  }

  private static void checkName(String name) {
    if (name.isBlank() || name.length() > LONGEST_NAME || !Text.isStorable(name)) {
      throw new WaybillException(
          Code.INVALID_NAME,
          "the name of the file %s must have 1 to %d characters"
              .formatted(Text.quote(name), LONGEST_NAME));
    }
  }
}
