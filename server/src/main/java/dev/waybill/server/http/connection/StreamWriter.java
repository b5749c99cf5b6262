package dev.waybill.server.http.connection;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/// Writes a stream in pieces. Each piece waits until the client has accepted the previous one, so a
/// slow reader costs one piece of memory.
public final class StreamWriter {

  private final Exchange exchange;
  private final Duration writeTime;
  private final Runnable onFailure;
  private final Semaphore turn = new Semaphore(1);
  private volatile long lastWrite = System.nanoTime();
  private volatile @Nullable Throwable failure;
  private volatile byte @Nullable [] heartbeat;

  /// @param onFailure called when the client does not accept the data in time
  StreamWriter(Exchange exchange, Duration writeTime, Runnable onFailure) {
    this.exchange = exchange;
    this.writeTime = writeTime;
    this.onFailure = onFailure;
  }

  /// Sets the heartbeat that is written while the stream is silent.
  public void beatsWith(String text) {
    heartbeat = text.getBytes(StandardCharsets.UTF_8);
  }

  /// Sends a piece; waits for its turn. Returns false if the client has disconnected or the stream
  /// must end.
  public boolean write(byte[] piece) {
    try {
      turn.acquire();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      return false;
    }
    if (failure != null) {
      turn.release();
      return false;
    }
    send(false, piece, Callback.from(this::taken, this::notTaken));
    return true;
  }

  /// Sends the heartbeat if the stream has been silent for this long.
  void beatIfSilent(long now, Duration silence) {
    byte[] beat = heartbeat;
    boolean silent = now - lastWrite >= silence.toNanos();
    if (beat != null && silent && failure == null && turn.tryAcquire()) {
      send(false, beat, Callback.from(this::taken, this::notTaken));
    }
  }

  /// Ends the response after everything was written.
  void finish() {
    turn.acquireUninterruptibly();
    Throwable failed = failure;
    if (failed != null) {
      exchange.completion().failed(failed);
      return;
    }
    send(true, new byte[0], exchange.completion());
  }

  private void send(boolean last, byte[] piece, Callback callback) {
    exchange.clientHas(writeTime);
    exchange.response().write(last, ByteBuffer.wrap(piece), callback);
  }

  private void taken() {
    exchange.clientWaits();
    lastWrite = System.nanoTime();
    turn.release();
  }

  private void notTaken(Throwable cause) {
    failure = cause;
    exchange.clientWaits();
    turn.release();
    onFailure.run();
  }
}
