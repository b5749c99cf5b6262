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
  private volatile boolean away;

  /// Ends when the connection as it is now is cut.
  CompletableFuture<Void> cut() {
    return cut;
  }

  /// Deprecated by the driver, and yet the one that has to be there.
  @Override
  @SuppressWarnings("deprecation")
  public void connectionEvent(Connection connection, Events event) {
    switch (event) {
      case DISCONNECTED -> leave();
      case CONNECTED, RECONNECTED -> comeBack(connection);
      case CLOSED -> tellOfTheCut();
      default -> LOG.log(Level.DEBUG, "{0}", event);
    }
  }

  /// The driver says it for every attempt that fails; people want to hear it once.
  private synchronized void leave() {
    if (!away) {
      away = true;
      LOG.log(Level.WARNING, "the connection to NATS is cut; trying again until it is back");
    }
    tellOfTheCut();
  }

  private synchronized void comeBack(Connection connection) {
    if (away) {
      away = false;
      LOG.log(Level.INFO, "connected again to {0}", connection.getConnectedUrl());
    }
  }

  private synchronized void tellOfTheCut() {
    CompletableFuture<Void> before = cut;
    cut = new CompletableFuture<>();
    before.complete(null);
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
