package dev.waybill.server.http.connection;

import dev.waybill.server.auth.CallerNetwork;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.SelectableChannelEndPoint;

/// Limits the number of connections from one address; further ones are closed at once.
public final class AddressLimit implements Connection.Listener {

  private final Map<CallerNetwork, Integer> counts = new ConcurrentHashMap<>();

  /// Stored, because a closed connection no longer knows its address.
  private final Map<Connection, CallerNetwork> addresses = new ConcurrentHashMap<>();

  private final int most;

  /// @param most 0 for no limit
  public AddressLimit(int most) {
    this.most = most;
  }

  /// With TLS there are two connections; the outer one counts.
  @Override
  public void onOpened(Connection connection) {
    EndPoint end = connection.getEndPoint();
    if (most > 0
        && end instanceof SelectableChannelEndPoint
        && end.getRemoteSocketAddress() instanceof InetSocketAddress from) {
      CallerNetwork network = CallerNetwork.of(from.getAddress());
      addresses.put(connection, network);
      if (counts.merge(network, 1, Integer::sum) > most) {
        connection.close();
      }
    }
  }

  @Override
  public void onClosed(Connection connection) {
    CallerNetwork network = addresses.remove(connection);
    if (network != null) {
      counts.computeIfPresent(network, (_, count) -> count == 1 ? null : count - 1);
    }
  }
}
