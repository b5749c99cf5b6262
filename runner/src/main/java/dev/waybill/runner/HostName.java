package dev.waybill.runner;

import java.net.InetAddress;
import java.net.UnknownHostException;

/// The host name of this machine.
final class HostName {

  static final String OF_THIS_MACHINE = find();

  private HostName() {}

  private static String find() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException unnamed) {
      return "unknown";
    }
  }
}
