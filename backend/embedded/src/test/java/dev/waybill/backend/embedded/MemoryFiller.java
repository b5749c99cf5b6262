package dev.waybill.backend.embedded;

import dev.waybill.Job;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Stores jobs in the directory of its argument, prints each, and fills its memory from another
/// thread.
final class MemoryFiller {

  private static final int BEFORE = 50;

  private MemoryFiller() {}

  public static void main(String[] arguments) throws IOException {
    StoreDriver store = new StoreDriver(Path.of(arguments[0]));
    store.open();
    for (int count = 0; true; count++) {
      Job stored = store.enqueue("job " + count);
      System.out.println("stored " + stored.id());
      if (count == BEFORE) {
        Thread.ofVirtual().start(MemoryFiller::fill);
      }
    }
  }

  private static void fill() {
    List<byte[]> all = new ArrayList<>();
    while (!all.contains(new byte[0])) {
      all.add(new byte[1 << 18]);
    }
  }
}
