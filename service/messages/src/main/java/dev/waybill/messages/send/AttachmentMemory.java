package dev.waybill.messages.send;

import dev.waybill.message.Attachment;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.OutgoingMessage;
import java.util.concurrent.Semaphore;

/// Limits the attachments that a server hands over at the same time, because a request holds them
/// in memory. Messages without attachments do not wait.
final class AttachmentMemory {

  private static final int BYTES = 32 * 1024 * 1024;

  private final Semaphore free = new Semaphore(BYTES);

  /// Hands a message over.
  interface Handoff {
    HandoffResult send() throws InterruptedException;
  }

  HandoffResult during(OutgoingMessage message, Handoff handoff) throws InterruptedException {
    long bytes = message.attachments().stream().mapToLong(Attachment::size).sum();
    int taken = (int) Math.min(bytes, BYTES);
    free.acquire(taken);
    try {
      return handoff.send();
    } finally {
      free.release(taken);
    }
  }
}
