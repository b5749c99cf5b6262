package dev.waybill.server.auth;

/// A key that was just made. This is the only time its text is known.
public record CreatedKey(AccessKey key, String text) {

  @Override
  public String toString() {
    return "CreatedKey[" + key.id() + "]";
  }
}
