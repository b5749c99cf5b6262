package dev.waybill.backend.nats;

import io.nats.client.Connection;
import io.nats.client.ConnectionListener;
import io.nats.client.Consumer;
import io.nats.client.ErrorListener;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/// Says in the log what happens to the connection.
final class LinkLog implements ConnectionListener, ErrorListener {

  private static final Logger LOG = System.getLogger(NatsLink.class.getName());

  /// Deprecated by the driver, and yet the one that has to be there.
  @Override
  @SuppressWarnings("deprecation")
  public void connectionEvent(Connection connection, Events event) {
    Level level = event == Events.DISCONNECTED ? Level.WARNING : Level.DEBUG;
    LOG.log(level, "{0} ({1})", event.toString(), connection.getConnectedUrl());
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
