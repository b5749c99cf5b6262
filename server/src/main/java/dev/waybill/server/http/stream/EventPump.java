package dev.waybill.server.http.stream;

import dev.waybill.Code;
import dev.waybill.EventReader;
import dev.waybill.EventSelection;
import dev.waybill.JobEvent;
import dev.waybill.WaybillException;
import dev.waybill.server.http.connection.StreamWriter;
import java.io.ByteArrayOutputStream;
import java.util.List;

/// Writes events from a reader to a client, in batches.
public final class EventPump {

  /// A batch is written when it has grown to this size, or when no more events are available.
  private static final int PIECE_BYTES = 32 * 1024;

  private final EncodedEvents encoded;
  private final EventSelection selection;
  private final boolean takesAll;
  private final EventFormat format;
  private final StreamWriter writer;
  private final ByteArrayOutputStream piece = new ByteArrayOutputStream();

  public EventPump(
      EncodedEvents encoded, EventSelection selection, EventFormat format, StreamWriter writer) {
    this.encoded = encoded;
    this.selection = selection;
    this.takesAll = selection.takesAll();
    this.format = format;
    this.writer = writer;
  }

  /// Returns true if everything was written, false if the client has disconnected or the stream
  /// must end.
  public boolean pump(EventReader events) {
    writer.beatsWith(format.heartbeat());
    try {
      List<JobEvent> batch = events.next();
      while (!batch.isEmpty()) {
        if (!write(batch)) {
          return false;
        }
        batch = events.next();
      }
      return true;
    } catch (WaybillException failure) {
      if (failure.code() != Code.INTERRUPTED) {
        throw failure;
      }
      return false;
    }
  }

  private boolean write(List<JobEvent> batch) {
    for (JobEvent event : batch) {
      if (takesAll || selection.takes(event)) {
        piece.writeBytes(encoded.of(event, format));
      }
      if (piece.size() >= PIECE_BYTES && !flush()) {
        return false;
      }
    }
    return piece.size() == 0 || flush();
  }

  private boolean flush() {
    byte[] bytes = piece.toByteArray();
    piece.reset();
    return writer.write(bytes);
  }
}
