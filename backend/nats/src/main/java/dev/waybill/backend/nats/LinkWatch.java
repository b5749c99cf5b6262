package dev.waybill.backend.nats;

import io.nats.client.Connection;
import io.nats.client.ConnectionListener;
import io.nats.client.Consumer;
import io.nats.client.ErrorListener;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// Logs changes of the connection, and ends waits when it is lost.
final class LinkWatch implements ConnectionListener, ErrorListener {

  private static final Logger LOG = System.getLogger(NatsLink.class.getName());

  private volatile CompletableFuture<Void> cut = new CompletableFuture<>();
  private volatile boolean away;
  private volatile @Nullable String forbidden;

  /// Completes when the current connection is lost.
  CompletableFuture<Void> cut() {
    return cut;
  }

  /// Deprecated by the driver, but required by the interface.
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

  /// The driver reports every failed attempt; this logs the first one only.
  private synchronized void leave() {
    if (!away) {
      away = true;
      LOG.log(Level.WARNING, "the connection to NATS is lost; reconnecting");
    }
    tellOfTheCut();
  }

  private synchronized void comeBack(Connection connection) {
    if (away) {
      away = false;
      LOG.log(Level.INFO, "reconnected to {0}", connection.getConnectedUrl());
    }
  }

  private synchronized void tellOfTheCut() {
    CompletableFuture<Void> before = cut;
    cut = new CompletableFuture<>();
    before.complete(null);
  }

  /// The broker does not answer a request that it does not permit; it reports it here.
  @Override
  public void errorOccurred(Connection connection, String error) {
    if (error.toLowerCase(Locale.ROOT).contains("permissions violation")) {
      forbidden = error;
      LOG.log(
          Level.ERROR,
          "NATS does not permit what Waybill needs: {0}; see the permissions in docs/backends.md",
          error);
    } else {
      LOG.log(Level.WARNING, "error from the NATS server: {0}", error);
    }
  }

  /// What the broker has refused for lack of permission since the last call; null if nothing.
  @Nullable String forbidden() {
    String last = forbidden;
    forbidden = null;
    return last;
  }

  @Override
  public void exceptionOccurred(Connection connection, Exception failure) {
    LOG.log(Level.DEBUG, "the connection to NATS failed", failure);
  }

  @Override
  public void slowConsumerDetected(Connection connection, Consumer consumer) {
    LOG.log(Level.WARNING, "slow consumer: NATS messages arrive faster than they are processed");
  }
}
