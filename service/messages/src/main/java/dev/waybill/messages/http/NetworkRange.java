package dev.waybill.messages.http;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/// A range of addresses, such as `10.0.0.0/8` or `fc00::/7`.
record NetworkRange(InetAddress network, int bits) {

  static NetworkRange parse(String text) {
    int slash = text.indexOf('/');
    String address = slash < 0 ? text : text.substring(0, slash);
    boolean literal = address.matches("[0-9.]{7,15}|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");
    if (!literal || !text.substring(address.length()).matches("(/[0-9]{1,3})?")) {
      throw wrong(text);
    }
    try {
      InetAddress network = InetAddress.getByName(address);
      int all = network.getAddress().length * 8;
      int bits = slash < 0 ? all : Integer.parseInt(text.substring(slash + 1));
      if (bits <= all) {
        return new NetworkRange(network, bits);
      }
    } catch (UnknownHostException malformed) {
      throw wrong(text);
    }
    throw wrong(text);
  }

  boolean contains(InetAddress address) {
    byte[] one = network.getAddress();
    byte[] other = address.getAddress();
    int whole = bits / 8;
    return one.length == other.length
        && Arrays.equals(one, 0, whole, other, 0, whole)
        && (bits % 8 == 0 || ((one[whole] ^ other[whole]) & 0xFF) >> (8 - bits % 8) == 0);
  }

  private static WaybillException wrong(String text) {
    return new WaybillException(
        Code.INVALID_ARGUMENT,
        Text.quote(text) + " is no range of addresses; write 10.0.0.0/8 or fd00::/8");
  }
}
