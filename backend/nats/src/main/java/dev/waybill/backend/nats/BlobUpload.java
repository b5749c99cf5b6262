package dev.waybill.backend.nats;

import dev.waybill.base.Sha256;
import io.nats.client.api.ObjectInfo;
import io.nats.client.api.PublishAck;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;

/// Sends the parts of one blob, a few at a time.
final class BlobUpload {

  /// The maximum number of unacknowledged parts.
  private static final int WINDOW = 16;

  private final NatsLink link;
  private final String subject;
  private final int partBytes;
  private final MessageDigest whole = Sha256.digest();
  private final Deque<CompletableFuture<PublishAck>> sent = new ArrayDeque<>();
  private long size;
  private int parts;

  BlobUpload(NatsLink link, String subject, int partBytes) {
    this.link = link;
    this.subject = subject;
    this.partBytes = partBytes;
  }

  /// Returns when all parts are stored.
  ///
  /// @throws IOException if the content cannot be read
  BlobUpload send(InputStream content) throws IOException {
    byte[] part = content.readNBytes(partBytes);
    while (part.length > 0) {
      send(part);
      part = content.readNBytes(partBytes);
    }
    awaitDownTo(0);
    return this;
  }

  private void send(byte[] part) {
    awaitDownTo(WINDOW - 1);
    sent.add(link.streams().publishAsync(subject, BlobParts.headers(parts, part), part));
    whole.update(part);
    size += part.length;
    parts++;
  }

  private void awaitDownTo(int unanswered) {
    while (sent.size() > unanswered) {
      link.await("store a blob", sent.remove());
    }
  }

  /// Waits for the answers to all parts, whatever they are, so that none is stored after its
  /// deletion.
  void abandon() {
    CompletableFuture<?> all = CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new));
    sent.clear();
    link.await("store a blob", all.handle((_, _) -> true));
  }

  ObjectInfo describe(ObjectInfo.Builder info) {
    return info.size(size)
        .chunks(parts)
        .chunkSize(partBytes)
        .digest("SHA-256=" + Base64.getUrlEncoder().encodeToString(whole.digest()))
        .build();
  }
}
