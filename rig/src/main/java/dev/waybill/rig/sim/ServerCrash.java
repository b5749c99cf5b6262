package dev.waybill.rig.sim;

/// The server crashed during a call; the caller gets no answer.
final class ServerCrash extends Error {

  private static final long serialVersionUID = 1L;

  ServerCrash() {
    super("the server crashed", null, false, false);
  }
}
