package dev.waybill.client.http;

import dev.waybill.Payload;
import dev.waybill.wire.http.HttpAnswer;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// A call whose caller may leave before the answer.
public final class PendingCall extends CompletableFuture<HttpAnswer<Payload>> {

  private @Nullable HttpLine line;
  private boolean abandoned;

  /// The call uses this connection until [#isOver].
  synchronized void goesOver(HttpLine taken) {
    line = taken;
    if (abandoned) {
      taken.hangUp();
    }
  }

  /// The connection is free for other calls.
  synchronized void isOver() {
    line = null;
  }

  /// The caller has left. Closes the sending side, so that a waiting server stops; an answer that
  /// it has already sent still arrives.
  public synchronized void abandon() {
    abandoned = true;
    if (line != null) {
      line.hangUp();
    }
  }
}
