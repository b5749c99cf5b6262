package dev.waybill.fuzz;

import dev.waybill.Settlement;
import dev.waybill.wire.job.WorkBytes;
import java.util.List;

/// Leases and settlements in the binary format.
final class WorkBytesTarget implements FuzzTarget {

  @Override
  public void accept(byte[] input) {
    List<byte[]> parts = Input.parts(input, 2);
    byte[] body = parts.get(1);
    switch (Input.choice(parts.get(0), List.of(0, 1, 2))) {
      case 0 -> settlements(body);
      case 1 -> WorkBytes.leases(WorkBytes.readLeases(body));
      default -> WorkBytes.results(WorkBytes.readResults(body));
    }
  }

  private static void settlements(byte[] body) {
    List<Settlement> first = WorkBytes.readSettlements(body);
    List<Settlement> second = WorkBytes.readSettlements(WorkBytes.settlements(first));
    if (!first.equals(second)) {
      throw new IllegalStateException("read " + first + ", then " + second);
    }
  }
}
