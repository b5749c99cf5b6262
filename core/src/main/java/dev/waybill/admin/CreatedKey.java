package dev.waybill.admin;

/// An API key that was just created. Its text is known only now.
public record CreatedKey(AccessKey key, String text) {

  @Override
  public String toString() {
    return "CreatedKey[" + key.id() + "]";
  }
}
