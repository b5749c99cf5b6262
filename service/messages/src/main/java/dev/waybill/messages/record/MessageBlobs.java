package dev.waybill.messages.record;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.message.Attachment;
import dev.waybill.message.NewMessage;
import dev.waybill.spi.Blob;
import dev.waybill.spi.BlobStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The blobs of the messages of one tenant. A message has at most one: its sealed content if that
/// is large, and its sealed attachments, one after the other.
record MessageBlobs(BlobStore blobs, String tenant) {

  static String name(String messageId) {
    return "messages/" + messageId;
  }

  /// Stores parts. A blob with other parts is left from a call that failed half way, and replaced.
  void put(String messageId, List<SealedPart> parts, byte[] key) {
    ByteArrayOutputStream sealed = new ByteArrayOutputStream();
    parts.forEach(part -> sealed.writeBytes(part.seal(key)));
    String name = name(messageId);
    if (!blobs.put(tenant, name, sealed.toByteArray()) && !has(name, parts, key)) {
      blobs.delete(tenant, name);
      blobs.put(tenant, name, sealed.toByteArray());
    }
  }

  private boolean has(String name, List<SealedPart> parts, byte[] key) {
    byte[] stored = blobs.get(tenant, name).orElse(new byte[0]);
    int from = 0;
    for (SealedPart part : parts) {
      int to = from + part.sealedSize();
      if (to > stored.length || !part.isIn(Arrays.copyOfRange(stored, from, to), key)) {
        return false;
      }
      from = to;
    }
    return from == stored.length;
  }

  /// The sealed content at the beginning of a blob; empty if there is no such blob.
  Optional<byte[]> content(String messageId, long length) {
    return blobs.find(tenant, name(messageId)).map(blob -> read(blob, 0, length));
  }

  /// The message with attachments that are read when they are needed.
  ///
  /// @param first where the first one begins
  NewMessage withAttachments(NewMessage stored, String messageId, byte[] key, long first) {
    return stored.loadedBy(
        number -> {
          List<Attachment> before = stored.attachments().subList(0, number - 1);
          long from = first + before.stream().mapToLong(MessageBlobs::sealedSize).sum();
          Attachment one = stored.attachments().get(number - 1);
          SealedPart part = SealedPart.attachment(messageId, number, one.content());
          return (skipped, length) ->
              new ByteArrayInputStream(
                  part.open(key, read(find(messageId), from, part.sealedSize())),
                  Math.toIntExact(skipped),
                  Math.toIntExact(length));
        });
  }

  private static long sealedSize(Attachment attachment) {
    return attachment.size() + ContentKeys.OVERHEAD;
  }

  private Blob find(String messageId) {
    return blobs
        .find(tenant, name(messageId))
        .orElseThrow(
            () ->
                new WaybillException(
                    Code.NOT_FOUND, "the attachments of message " + messageId + " were deleted"));
  }

  private static byte[] read(Blob blob, long from, long length) {
    try (InputStream bytes = blob.open(from, length)) {
      return bytes.readNBytes(Math.toIntExact(length));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  void delete(String messageId) {
    blobs.delete(tenant, name(messageId));
  }
}
