package dev.waybill.client.http;

import dev.waybill.Payload;
import dev.waybill.wire.http.HttpAnswer;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// A call whose caller may leave before the answer.
public final class PendingCall extends CompletableFuture<HttpAnswer<Payload>> {

  private @Nullable HttpLine line;
  private boolean abandoned;

  /// The call goes over this line until [#isOver].
  synchronized void goesOver(HttpLine taken) {
    line = taken;
    if (abandoned) {
      taken.hangUp();
    }
  }

  /// The line is free for others.
  synchronized void isOver() {
    line = null;
  }

  /// Nobody waits any more. A server that waits itself hears of it and ends that; what it has said
  /// before still arrives here.
  public synchronized void abandon() {
    abandoned = true;
    if (line != null) {
      line.hangUp();
    }
  }
}
