package dev.waybill.server.grpc;

import com.google.protobuf.ByteString;
import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.documents.upload.FileSource;
import dev.waybill.proto.v1.UploadDocumentsRequest;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The files of a stream of messages. One thread adds messages, another reads the files. The next
/// message is requested when the current one is used up, so that memory holds one of them.
final class UploadParts implements FileSource {

  /// How long a client may send nothing.
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(60);

  private final BlockingQueue<Part> arrived = new LinkedBlockingQueue<>();
  private final Runnable requestNext;
  private @Nullable Part pending;

  /// A message, or the end of the stream.
  private sealed interface Part {
    record Sent(UploadDocumentsRequest message) implements Part {}

    record Ended() implements Part {}

    record Broken() implements Part {}
  }

  /// @param requestNext asks the client for one more message
  UploadParts(Runnable requestNext) {
    this.requestNext = requestNext;
  }

  void add(UploadDocumentsRequest message) {
    arrived.add(new Part.Sent(message));
  }

  void end() {
    arrived.add(new Part.Ended());
  }

  /// The client is gone.
  void breakOff() {
    arrived.add(new Part.Broken());
  }

  @Override
  public @Nullable ArrivingFile next() {
    try {
      Part part = pending == null ? take() : pending;
      pending = null;
      return switch (part) {
        case Part.Sent(UploadDocumentsRequest message) when message.hasFile() ->
            new ArrivingFile(message.getFile().getName(), new Content());
        case Part.Sent _ ->
            throw new WaybillException(
                Code.INVALID_ARGUMENT, "send the header once, then each file before its content");
        case Part.Ended _ -> null;
        case Part.Broken _ -> throw broken();
      };
    } catch (IOException broken) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, String.valueOf(broken.getMessage()), broken);
    }
  }

  private Part take() throws IOException {
    requestNext.run();
    try {
      Part part = arrived.poll(LONGEST_SILENCE.toSeconds(), TimeUnit.SECONDS);
      if (part == null) {
        throw new IOException("the client sent nothing for " + LONGEST_SILENCE.toSeconds() + " s");
      }
      return part;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", interrupted);
    }
  }

  private static WaybillException broken() {
    return new WaybillException(Code.INVALID_ARGUMENT, "the stream ended before the last file");
  }

  /// The bytes of the current file.
  private final class Content extends InputStream {

    private ByteString bytes = ByteString.EMPTY;

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int at, int length) throws IOException {
      while (bytes.isEmpty() && length > 0) {
        Part part = pending == null ? take() : pending;
        if (part instanceof Part.Sent(UploadDocumentsRequest message) && message.hasContent()) {
          bytes = message.getContent();
        } else {
          pending = part;
          return ended(part);
        }
      }
      int count = Math.min(length, bytes.size());
      bytes.substring(0, count).copyTo(into, at);
      bytes = bytes.substring(count);
      return count;
    }

    private int ended(Part part) throws IOException {
      if (part instanceof Part.Broken) {
        throw new IOException("the stream ended before the last file");
      }
      return -1;
    }
  }
}
