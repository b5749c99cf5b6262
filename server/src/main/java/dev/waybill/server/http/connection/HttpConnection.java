package dev.waybill.server.http.connection;

import java.time.Duration;
import org.eclipse.jetty.io.Connection;

/// A connection between requests: detects when the headers of the next request take too long.
final class HttpConnection {

  private final Connection connection;
  private volatile boolean busy;
  private volatile long bytesBefore;

  /// When the first bytes of a request were noticed, in nano time; 0 if there are none yet. Only
  /// the task that looks for overdue requests uses it.
  private long since;

  HttpConnection(Connection connection) {
    this.connection = connection;
  }

  void begins() {
    busy = true;
  }

  void ends() {
    bytesBefore = connection.getBytesIn();
    busy = false;
  }

  void endIfOverdue(long now, Duration headerTime) {
    if (busy || connection.getBytesIn() <= bytesBefore) {
      since = 0;
    } else if (since == 0) {
      since = Math.max(1, now);
    } else if (now - since > headerTime.toNanos()) {
      connection.close();
    }
  }
}
