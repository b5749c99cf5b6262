package dev.waybill.backend.nats;

import dev.waybill.Code;
import dev.waybill.NewJob;
import dev.waybill.Waybill;
import dev.waybill.result.EnqueueResult;
import dev.waybill.result.Refused;
import dev.waybill.settings.Settings;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Enqueues jobs until the store refuses them, and then uses up the memory.
final class SmallHeapMain {

  private static final int BATCH = 500;

  private SmallHeapMain() {}

  public static void main(String[] arguments) {
    try (Waybill waybill = Waybill.open(URI.create(arguments[0]), Settings.DEFAULT)) {
      NewJob job = NewJob.builder("demo").queue("work").build();
      boolean full = false;
      while (!full) {
        full =
            waybill.enqueueAll(Collections.nCopies(BATCH, job)).stream()
                .anyMatch(SmallHeapMain::isFull);
      }
      System.out.println("refused");
      List<byte[]> hoard = new ArrayList<>();
      while (true) {
        hoard.add(new byte[1 << 20]);
        System.out.println(hoard.size() + " MB");
      }
    }
  }

  private static boolean isFull(EnqueueResult result) {
    return result instanceof Refused refused && refused.code() == Code.STORE_FULL;
  }
}
