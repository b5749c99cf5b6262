package dev.waybill.backend.nats;

import io.nats.client.Connection;
import io.nats.client.ConnectionListener;
import io.nats.client.Consumer;
import io.nats.client.ErrorListener;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;

/// Says in the log what happens to the connection, and tells those who wait when it is cut.
final class LinkWatch implements ConnectionListener, ErrorListener {

  private static final Logger LOG = System.getLogger(NatsLink.class.getName());

  private volatile CompletableFuture<Void> cut = new CompletableFuture<>();

  /// Ends when the connection as it is now is cut.
  CompletableFuture<Void> cut() {
    return cut;
  }

  /// Deprecated by the driver, and yet the one that has to be there.
  @Override
  @SuppressWarnings("deprecation")
  public void connectionEvent(Connection connection, Events event) {
    boolean gone = event == Events.DISCONNECTED || event == Events.CLOSED;
    LOG.log(
        event == Events.DISCONNECTED ? Level.WARNING : Level.DEBUG,
        "{0} ({1})",
        event.toString(),
        connection.getConnectedUrl());
    if (gone) {
      CompletableFuture<Void> before = cut;
      cut = new CompletableFuture<>();
      before.complete(null);
    }
  }

  @Override
  public void errorOccurred(Connection connection, String error) {
    LOG.log(Level.WARNING, "the NATS server says: {0}", error);
  }

  @Override
  public void exceptionOccurred(Connection connection, Exception failure) {
    LOG.log(Level.DEBUG, "the connection to NATS failed", failure);
  }

  @Override
  public void slowConsumerDetected(Connection connection, Consumer consumer) {
    LOG.log(Level.WARNING, "messages of NATS come faster than they are taken");
  }
}
