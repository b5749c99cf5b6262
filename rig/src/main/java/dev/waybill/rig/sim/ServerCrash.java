package dev.waybill.rig.sim;

/// The server that worked on a call is gone; nobody hears how the call ended.
final class ServerCrash extends Error {

  private static final long serialVersionUID = 1L;

  ServerCrash() {
    super("the server crashed", null, false, false);
  }
}
