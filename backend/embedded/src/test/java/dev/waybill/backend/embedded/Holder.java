package dev.waybill.backend.embedded;

import java.io.IOException;
import java.nio.file.Path;

/// Opens the directory of its argument, stores a job, prints it and waits until it is killed.
final class Holder {

  private Holder() {}

  public static void main(String[] arguments) throws IOException {
    StoreDriver store = new StoreDriver(Path.of(arguments[0]));
    try {
      store.open();
      System.out.println("stored " + store.enqueue("by another process").id());
    } catch (dev.waybill.WaybillException refused) {
      System.out.println("refused " + refused.code() + " " + refused.getMessage());
    }
    int end = System.in.read();
    System.exit(end < 0 ? 0 : 1);
  }
}
