package dev.waybill.server.http;

import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.SelectableChannelEndPoint;

/// Keeps one address from taking all connections: those above its share are closed at once.
final class AddressLimit implements Connection.Listener {

  private final Map<String, Integer> counts = new ConcurrentHashMap<>();

  /// Kept, because a connection that is closed does not know its address any more.
  private final Map<Connection, String> addresses = new ConcurrentHashMap<>();

  private final int most;

  /// @param most 0 for any number
  AddressLimit(int most) {
    this.most = most;
  }

  /// A connection with TLS is two here; the outer one counts.
  @Override
  public void onOpened(Connection connection) {
    if (most == 0 || !(connection.getEndPoint() instanceof SelectableChannelEndPoint)) {
      return;
    }
    String address = address(connection);
    addresses.put(connection, address);
    if (counts.merge(address, 1, Integer::sum) > most) {
      connection.close();
    }
  }

  @Override
  public void onClosed(Connection connection) {
    String address = addresses.remove(connection);
    if (address != null) {
      counts.computeIfPresent(address, (_, count) -> count == 1 ? null : count - 1);
    }
  }

  private static String address(Connection connection) {
    return connection.getEndPoint().getRemoteSocketAddress() instanceof InetSocketAddress socket
        ? socket.getAddress().getHostAddress()
        : "";
  }
}
