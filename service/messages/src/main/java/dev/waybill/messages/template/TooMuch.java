package dev.waybill.messages.template;

/// Filling in a text took too long or gave too much.
final class TooMuch extends RuntimeException {

  private static final long serialVersionUID = 1L;

  TooMuch(String why) {
    super(why);
  }
}
