package dev.waybill.events.filter;

import java.math.BigInteger;
import java.net.InetAddress;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A block of IP addresses such as `10.0.0.0/8` or `2001:db8::/32`. Never resolves a name.
record AddressBlock(String text, int addressBits, int maskBits, BigInteger start) {

  private static final Pattern LITERAL =
      Pattern.compile("\\d{1,3}(?:\\.\\d{1,3}){3}|(?=.*:)[0-9A-Fa-f:.]{2,45}");
  private static final Pattern BITS = Pattern.compile("\\d{1,3}");

  /// Returns null unless the text is an address, a slash and a prefix length.
  static @Nullable AddressBlock parse(String text) {
    int slash = text.indexOf('/');
    byte @Nullable [] address = slash < 0 ? null : address(text.substring(0, slash));
    if (address == null || !BITS.matcher(text.substring(slash + 1)).matches()) {
      return null;
    }
    int bits = Integer.parseInt(text.substring(slash + 1));
    int all = address.length * Byte.SIZE;
    return bits > all ? null : new AddressBlock(text, all, bits, leading(address, bits));
  }

  boolean contains(String candidate) {
    byte @Nullable [] address = address(candidate);
    return address != null
        && address.length * Byte.SIZE == addressBits
        && leading(address, maskBits).equals(start);
  }

  private static BigInteger leading(byte[] address, int bits) {
    return new BigInteger(1, address).shiftRight(address.length * Byte.SIZE - bits);
  }

  private static byte @Nullable [] address(String text) {
    if (!LITERAL.matcher(text).matches()) {
      return null;
    }
    try {
      return InetAddress.ofLiteral(text).getAddress();
    } catch (IllegalArgumentException notAnAddress) {
      return null;
    }
  }
}
